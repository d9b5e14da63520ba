import ContractChecking
import Foundation
import Testing

/// Values that a model may assume if the payload has none or an invalid one.
struct AssumedValueTests {
    private struct Settings: Decodable {
        enum Theme: String, Decodable { case system, dark }
        let theme: Theme, scale: Double, muted: Set<String>
        private enum Key: CodingKey { case theme, scale, muted }
        init(from decoder: any Decoder) throws { try self.init(decoder, scale: 1) }
        init(_ decoder: any Decoder, scale assumed: Double) throws {
            let settings = try decoder.container(keyedBy: Key.self)
            theme = try settings.decodeIfPresent(Theme.self, forKey: .theme) ?? .system
            scale = try settings.decodeIfPresent(Double.self, forKey: .scale) ?? assumed
            muted = try settings.decodeIfPresent(Set<String>.self, forKey: .muted) ?? []
        }
    }
    /// Assumes another scale than the schema.
    private struct Doubled: Decodable {
        let theme: Settings.Theme, scale: Double, muted: Set<String>
        init(from decoder: any Decoder) throws {
            let settings = try Settings(decoder, scale: 2)
            (theme, scale, muted) = (settings.theme, settings.scale, settings.muted)
        }
    }

    private static let settings = ModelTrial(
        schema: """
            {"type":"object","properties":{"theme":{"enum":["system","dark"],"default":"system"},
            "scale":{"type":["number","null"],"default":1},"muted":{"type":"array","items":{"type":"string"},"default":[]}}}
            """, example: #"{"theme":"dark","scale":1.25,"muted":["a"]}"#)

    @Test func acceptsTheDefaultOfTheSchema() async throws {
        #expect(try await Self.settings.findings { Model("Thing", decoding: Settings.self) } == [])
    }

    @Test func findsAnotherDefaultThanThatOfTheSchema() async throws {
        let places = try await Self.settings.places { Model("Thing", decoding: Doubled.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/scale"])
    }

    /// Its default depends on another member, for one choice only.
    private struct Paused: Decodable {
        enum State: String, Decodable { case open, closed, paused }
        let state: State, isHidden: Bool
        private enum Key: CodingKey { case state, isHidden }

        init(from decoder: any Decoder) throws { try self.init(decoder) { _ in false } }

        init(_ decoder: any Decoder, default isHidden: (State) -> Bool) throws {
            let values = try decoder.container(keyedBy: Key.self)
            state = try values.decode(State.self, forKey: .state)
            self.isHidden = try values.decodeIfPresent(Bool.self, forKey: .isHidden) ?? isHidden(state)
        }
    }
    private struct HiddenWhilePaused: Decodable {
        let state: Paused.State, isHidden: Bool

        init(from decoder: any Decoder) throws {
            let values = try Paused(decoder) { $0 == .paused }
            (state, isHidden) = (values.state, values.isHidden)
        }
    }

    @Test func findsADefaultThatDependsOnAnotherMember() async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["state"],"properties":{"state":{"enum":["open","closed","paused"]},
                "isHidden":{"type":"boolean","default":false}}}
                """, example: #"{"state":"open","isHidden":true}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Paused.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: HiddenWhilePaused.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/isHidden"])
    }

    @Test func comparesADefaultThatACastCannotRead() async throws {
        struct Page { let size: Int }
        let trial = ModelTrial(
            schema: #"{"type":"object","properties":{"size":{"type":["integer","string"],"default":"many"}}}"#,
            example: #"{"size":5}"#, words: #""strictness":"shape","#)
        let places = try await trial.places { Model("Thing") { json in Page(size: json["size"] as? Int ?? 20) } }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/size"])
    }

    private struct Currency: Decodable {
        let code: String
        private enum Key: CodingKey { case code }
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .code)
            code = text.trimmingCharacters(in: .whitespaces).uppercased()
        }
    }

    private func currency(_ pattern: String) -> ModelTrial {
        ModelTrial(
            schema: """
                {"type":"object","required":["code"],"properties":{"code":{"type":"string","pattern":"\(pattern)"}}}
                """, example: #"{"code":"EUR"}"#)
    }

    @Test func allowsNormalizingOnlyStringsThatTheSchemaRejects() async throws {
        #expect(try await currency("^[A-Z]{3}$").findings { Model("Thing", decoding: Currency.self) } == [])
        let places = try await currency("^[A-Za-z]{3}$").places { Model("Thing", decoding: Currency.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/code"])
    }

    @Test func comparesAMeasurementByItsValue() async throws {
        struct Parcel { let weight: Measurement<UnitMass> }
        let trial = ModelTrial(
            schema: #"{"type":"object","required":["weight"],"properties":{"weight":{"type":"number"}}}"#,
            example: #"{"weight":1.5}"#, words: #""strictness":"shape","#)
        for (factor, found) in [(1.0, []), (1000, ["model.wrong-value /models/Thing/schema/properties/weight"])] {
            let places = try await trial.places {
                Model("Thing") { json in
                    (json["weight"] as? Double).map { Parcel(weight: Measurement(value: $0 * factor, unit: .grams)) }
                }
            }
            #expect(places == found)
        }
    }

    @Test func comparesAnAttributedStringByItsCharacters() async throws {
        struct Message: Decodable {
            let body: AttributedString
            private enum Key: CodingKey { case body }
            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .body)
                body = AttributedString(text)
            }
        }
        struct Cut { let body: NSAttributedString }
        let trial = ModelTrial(
            schema: #"{"type":"object","required":["body"],"properties":{"body":{"type":"string"}}}"#,
            example: #"{"body":"of some length"}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Message.self) } == [])
        let places = try await trial.places {
            Model("Thing") { json in
                (json["body"] as? String).map { Cut(body: NSAttributedString(string: String($0.prefix(7)))) }
            }
        }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/body"])
    }

    private enum Route: Int { case tram = 0, metro = 1, other = -1 }

    private struct Line: Decodable {
        let route: Route
        fileprivate enum Key: CodingKey { case route }

        init(from decoder: any Decoder) throws {
            let number = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .route)
            route = Route(rawValue: number) ?? .other
        }
    }

    private struct StrictLine: Decodable {
        let route: Route

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Line.Key.self)
            guard try container.decode(Int.self, forKey: .route) < 99 else {
                throw DecodingError.dataCorruptedError(forKey: .route, in: container, debugDescription: "unknown")
            }
            route = try Line(from: decoder).route
        }
    }

    /// A number that no `Int` can hold is not promised to become the case for unknown numbers.
    @Test func promisesOnlyNumbersOfTheRawType() async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["route"],"properties":{"route":{"anyOf":[{"enum":[0,1]},
                {"type":"integer","minimum":0,"maximum":98}]}}}
                """,
            example: #"{"route":1},{"route":7}"#,
            words: #""properties":{"route":{"pointer":"/route","otherwise":"other"}},"#)
        #expect(try await trial.places { Model("Thing", decoding: Line.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: StrictLine.self) }
        #expect(places == ["model.false-reject /models/Thing/schema/properties/route"])
    }
}
