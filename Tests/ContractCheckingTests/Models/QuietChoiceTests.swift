import ContractChecking
import Foundation
import Testing

/// Faults of enumerations and variants that recorded instances do not reveal, each with similar sound code.
struct QuietChoiceTests {
    // MARK: - Enumerations

    private static let door = ModelTrial(
        schema: #"{"type":"object","required":["state"],"properties":{"state":{"enum":["open","shut"]}}}"#,
        example: #"{"state":"open"}"#)

    private struct Door<State: Decodable>: Decodable { let state: State }

    @Test func findsAnUnknownValueReadAsAKnownCase() async throws {
        enum Tolerant: String, Decodable {
            case open, shut, unknown
            init(from decoder: any Decoder) throws {
                self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
            }
        }
        enum Guessing: String, Decodable {
            case open, shut
            init(from decoder: any Decoder) throws {
                self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .shut
            }
        }
        #expect(try await Self.door.findings { Model("Thing", decoding: Door<Tolerant>.self) } == [])
        let places = try await Self.door.places { Model("Thing", decoding: Door<Guessing>.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/state"])
        // No other strictness would allow it, so the finding suggests none.
        let exact = ModelTrial(
            models: Self.door.models.replacing(#""schema""#, with: #""strictness":"exact","schema""#))
        let found = try await exact.findings { Model("Thing", decoding: Door<Guessing>.self) }
        #expect(found.contains { $0.hasPrefix("model.false-accept") && !$0.contains("allows it") }, "\(found)")
    }

    @Test func doesNotReportAVaryingPropertyAsConstant() async throws {
        enum Misspelt: String, Decodable {
            case open, shut, unknown
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                self = text == "open" ? .unknown : Self(rawValue: text) ?? .unknown
            }
        }
        let door = ModelTrial(
            schema: """
                {"type":"object","required":["state"],
                "properties":{"state":{"anyOf":[{"enum":["open","shut"]},{"type":"string"}]}}}
                """,
            example: #"{"state":"open"}"#,
            words: #""properties":{"state":{"cases":{"open":"open","shut":"shut"},"otherwise":"unknown"}},"#)
        let found = try await door.findings { Model("Thing", decoding: Door<Misspelt>.self) }
        #expect(found.count == 1 && !found[0].contains("it follows no member"), "\(found)")
    }

    /// The payload may have another letter case.
    @Test(arguments: [true, false]) func requiresTheTextOfAnUnknownValue(isKept: Bool) async throws {
        enum State {
            case open, shut, unknown(String)
        }
        struct Door { let state: State }
        let door = ModelTrial(
            schema: #"{"type":"object","required":["state"],"properties":{"state":{"enum":["open","shut"]}}}"#,
            example: #"{"state":"open"}"#, words: #""properties":{"state":{"otherwise":"unknown"}},"#)
        let found = try await door.findings {
            Model("Thing") { json -> Door? in
                switch json["state"] as? String {
                case "open": Door(state: .open)
                case "shut": Door(state: .shut)
                case let text?: Door(state: .unknown(isKept ? text.uppercased() : ""))
                case nil: nil
                }
            }
        }
        #expect(found.isEmpty == isKept, "\(found)")
        #expect(found.allSatisfy { $0.contains("the case for unknown values does not keep the value") })
    }

    private enum DoorState: Decodable, RawRepresentable {
        case open, shut, unknown(String)
        nonisolated(unsafe) static var spelling = "shut"
        init(rawValue: String) {
            self = rawValue == "open" ? .open : rawValue == Self.spelling ? .shut : .unknown(rawValue)
        }
        init(from decoder: any Decoder) throws {
            self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
        }
        var rawValue: String {
            switch self {
            case .open: "open"
            case .shut: "shut"
            case .unknown(let text): text
            }
        }
    }

    /// The case of unknown values keeps the string, including that of a misspelt known value.
    @Test func findsAKnownValueReadAsUnknown() async throws {
        enum Kept: Decodable {
            case open, shut, unknown(String)
            init(from decoder: any Decoder) throws {
                switch DoorState(rawValue: try decoder.singleValueContainer().decode(String.self)) {
                case .open: self = .open
                case .shut: self = .shut
                case .unknown(let text): self = .unknown(text)
                }
            }
        }
        struct Made {
            let state: DoorState
            init?(json: [String: Any]) {
                guard let state = json["state"] as? String else { return nil }
                self.state = DoorState(rawValue: state)
            }
        }
        for (example, spelling, isSound) in [
            ("open", "shut", true), ("open", "shtu", false), ("shut", "shut", true), ("shut", "shtu", false),
        ] {
            DoorState.spelling = spelling
            let trial = ModelTrial(
                schema: #"{"type":"object","required":["state"],"properties":{"state":{"enum":["open","shut"]}}}"#,
                example: #"{"state":"\#(example)"}"#, words: #""strictness":"shape","#)
            let models = [
                Model("Thing", decoding: Door<DoorState>.self), Model("Thing", decoding: Door<Kept>.self),
                Model("Thing", Made.init(json:)),
            ]
            for model in models {
                let places = try await trial.places { model }
                #expect(places == (isSound ? [] : ["model.wrong-value /models/Thing/schema/properties/state"]))
            }
        }
    }

    /// An enumeration may keep every string, or wrap the known values in another enumeration.
    @Test func acceptsEnumerationsThatKeepKnownValues() async throws {
        enum Wrapped: Decodable {
            enum Known: String, Decodable { case open, shut }
            case known(Known), unknown(String)
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                self = Known(rawValue: text).map(Self.known) ?? .unknown(text)
            }
        }
        enum Scalar: Decodable {
            case text(String), number(Double)
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                do { self = .text(try container.decode(String.self)) } catch {
                    self = .number(try container.decode(Double.self))
                }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["state"],"properties":{"state":{"anyOf":[{"enum":["open","shut"]},
                {"type":["string","number"]}]}}}
                """,
            example: #"{"state":"open"}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Door<Scalar>.self) } == [])
        #expect(try await Self.door.findings { Model("Thing", decoding: Door<Wrapped>.self) } == [])
    }

    // MARK: - Variants

    private static let shape = ModelTrial(
        models: """
            "Thing":{"schema":{"type":"object","required":["kind","width"],"properties":{"kind":{"type":"string"},
            "width":{"type":"integer"},"name":{"type":"string"}}},"discriminator":"/kind",
            "variants":{"image":"Image","link":"Link"},"strictness":"shape",
            "examples":[{"kind":"image","width":3},{"kind":"link","width":3,"name":"a"}]},
            "Image":{"schema":{"type":"object","required":["width"],"properties":{"width":{"type":"integer"}}},
            "examples":[{"width":3}]},
            "Link":{"schema":{"type":"object","properties":{"name":{"type":["string","null"]}}},
            "examples":[{"name":"a"}]}
            """)

    private struct Image: Decodable { let width: Int }
    private struct Link: Decodable { let name: String? }
    private enum ShapeKeys: CodingKey { case kind }

    private enum Shape: Decodable {
        case image(Image), link(Link), unknown
        init(from decoder: any Decoder) throws {
            switch try decoder.container(keyedBy: ShapeKeys.self).decode(String.self, forKey: .kind) {
            case "image": self = .image(try Image(from: decoder))
            case "link": self = .link(try Link(from: decoder))
            default: self = .unknown
            }
        }
    }

    private enum LinkElse: Decodable {
        case image(Image), link(Link)
        init(from decoder: any Decoder) throws {
            switch try decoder.container(keyedBy: ShapeKeys.self).decode(String.self, forKey: .kind) {
            case "image": self = .image(try Image(from: decoder))
            default: self = .link(try Link(from: decoder))
            }
        }
    }

    @Test func findsAnUnknownVariantReadAsAKnownOne() async throws {
        let sound = try await Self.shape.findings {
            Model("Thing", decoding: Shape.self)
            Model("Image", decoding: Image.self)
            Model("Link", decoding: Link.self)
        }
        #expect(sound == [])
        let report = try await Self.shape.report {
            Model("Thing", decoding: LinkElse.self)
            Model("Image", decoding: Image.self)
            Model("Link", decoding: Link.self)
        }
        #expect(report.findings.map(\.rule) == ["model.wrong-value"])
        #expect(report.findings.first?.message.contains("an unknown variant becomes a known one") == true)
    }
}
