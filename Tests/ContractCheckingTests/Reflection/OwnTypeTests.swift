import ContractChecking
import Foundation
import Testing

/// Custom types that store a member in another form: parts of a string, a set, a case of another spelling.
struct OwnTypeTests {
    private struct Version: LosslessStringConvertible, Decodable {
        let major: Int, minor: Int

        init?(_ text: String) { self.init(text, isSwapped: false) }

        init?(_ text: String, isSwapped: Bool) {
            let parts = text.split(separator: ".").compactMap { Int($0) }
            guard parts.count == 2 else { return nil }
            (major, minor) = isSwapped ? (parts[1], parts[0]) : (parts[0], parts[1])
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let version = Self(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "a version")
            }
            self = version
        }

        var description: String { "\(major).\(minor)" }
    }

    private static let release = ModelTrial(
        schema: """
            {"type":"object","required":["version"],"properties":{"version":{"type":"string","pattern":"^[1-9][.][1-9]$"}}}
            """,
        example: #"{"version":"2.5"}"#)

    private struct Release: Decodable { let version: Version }
    private struct SwappedRelease: Decodable {
        let version: Version
        private enum CodingKeys: CodingKey { case version }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let text = try container.decode(String.self, forKey: .version)
            guard let version = Version(text, isSwapped: true) else {
                throw DecodingError.dataCorruptedError(forKey: .version, in: container, debugDescription: "a version")
            }
            self.version = version
        }
    }

    @Test func comparesALosslessStringConvertibleByItsDescription() async throws {
        #expect(try await Self.release.findings { Model("Thing", decoding: Release.self) } == [])
        let faulty = try await Self.release.findings { Model("Thing", decoding: SwappedRelease.self) }
        #expect(faulty.count == 1 && faulty[0].hasPrefix("model.wrong-value /models/Thing/schema/properties/version:"))
        // The type has a text of its own, so a Conversion would hide the fault.
        #expect(faulty.first?.contains("Conversion") == false, "\(faulty)")
    }

    private static let labels = ModelTrial(
        schema: """
            {"type":"object","required":["labels"],"properties":{"labels":{"type":"array","uniqueItems":true,
            "items":{"type":"string"}}}}
            """,
        example: #"{"labels":["a","b"]}"#, words: #""strictness":"shape","properties":{"labels":{"order":"any"}},"#)

    private struct Labels: Decodable { let labels: Set<String> }
    private struct LowercasedLabels: Decodable {
        let labels: Set<String>
        private enum CodingKeys: CodingKey { case labels }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            labels = Set(try container.decode([String].self, forKey: .labels).map { $0.lowercased() })
        }
    }

    @Test func comparesASetWithAnUnorderedList() async throws {
        #expect(try await Self.labels.findings { Model("Thing", decoding: Labels.self) } == [])
        let faulty = try await Self.labels.places { Model("Thing", decoding: LowercasedLabels.self) }
        #expect(faulty == ["model.wrong-value /models/Thing/properties/labels"])
    }

    private static let ticket = ModelTrial(
        schema: """
            {"type":"object","required":["state"],"properties":{"state":{"enum":["OPEN","ON_HOLD","CLOSED"]}}}
            """,
        example: #"{"state":"OPEN"}"#)

    private enum State: String { case open, onHold, closed }
    private struct Ticket: Decodable {
        let state: State
        private enum CodingKeys: CodingKey { case state }
        fileprivate static let cases: [String: State] = ["OPEN": .open, "ON_HOLD": .onHold, "CLOSED": .closed]

        init(from decoder: any Decoder) throws {
            self.init(state: try Self.state(from: decoder, Self.cases))
        }

        init(state: State) { self.state = state }

        fileprivate static func state(from decoder: any Decoder, _ cases: [String: State]) throws -> State {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard let state = cases[try container.decode(String.self, forKey: .state)] else {
                throw DecodingError.dataCorruptedError(forKey: .state, in: container, debugDescription: "a state")
            }
            return state
        }
    }
    private struct SwappedTicket: Decodable {
        let state: State

        init(from decoder: any Decoder) throws {
            state = try Ticket.state(from: decoder, ["OPEN": .open, "ON_HOLD": .closed, "CLOSED": .onHold])
        }
    }

    @Test func comparesCasesSpelledDifferentlyFromTheirValues() async throws {
        #expect(try await Self.ticket.findings { Model("Thing", decoding: Ticket.self) } == [])
        let faulty = try await Self.ticket.places { Model("Thing", decoding: SwappedTicket.self) }
        #expect(faulty == ["model.wrong-value /models/Thing/schema/properties/state"])
    }

    private static func parcel(_ words: String = "") -> ModelTrial {
        ModelTrial(
            schema: #"{"type":"object","required":["id"],"properties":{"id":{"type":["string","integer"]}}}"#,
            example: #"{"id":"a7"},{"id":12}"#, words: words)
    }

    private struct Parcel: Decodable {
        let id: String
        private enum CodingKeys: CodingKey { case id }

        init(from decoder: any Decoder) throws { id = try Self.id(from: decoder) { "\($0)" } }

        fileprivate static func id(from decoder: any Decoder, _ text: (Int) -> String) throws -> String {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            do { return text(try container.decode(Int.self, forKey: .id)) } catch {
                return try container.decode(String.self, forKey: .id)
            }
        }
    }
    private struct ShortParcel: Decodable {
        let id: String

        init(from decoder: any Decoder) throws { id = try Parcel.id(from: decoder) { "\($0 % 10)" } }
    }

    @Test func allowsAStringToKeepANumberIfTheContractSaysSo() async throws {
        let words = #""properties":{"id":{"as":"number"}},"#
        #expect(try await Self.parcel(words).findings { Model("Thing", decoding: Parcel.self) } == [])
        let faulty = try await Self.parcel(words).places { Model("Thing", decoding: ShortParcel.self) }
        #expect(faulty == ["model.wrong-value /models/Thing/properties/id"])
        let plain = try await Self.parcel().findings { Model("Thing", decoding: Parcel.self) }
        #expect(plain.count == 1 && plain[0].contains(#"follow '/id': "as": "number" allows a string for this number"#))
    }

    @Test func namesTheKeyForAStringThatIsAUUIDInAnotherLetterCase() async throws {
        struct Thing: Decodable {
            let id: String
            private enum CodingKeys: CodingKey { case id }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                id = try container.decode(UUID.self, forKey: .id).uuidString
            }
        }
        func findings(_ words: String) async throws -> [String] {
            try await ModelTrial(
                schema: """
                    {"type":"object","required":["id"],"properties":{"id":{"type":"string","format":"uuid"}}}
                    """,
                example: #"{"id":"6f9619ff-8b86-4d01-b42d-00cf4fc96002"}"#, words: words
            ).findings { Model("Thing", decoding: Thing.self) }
        }
        #expect(try await findings(#""properties":{"id":{"as":"uuid"}},"#) == [])
        let plain = try await findings("")
        #expect(
            plain.count == 1 && plain[0].contains(#"follow '/id': "as": "uuid" allows either letter case"#), "\(plain)")
    }

    private static let person = ModelTrial(
        schema: """
            {"type":"object","required":["contact"],"properties":{"contact":{"oneOf":[
            {"type":"object","required":["kind","email","reply"],"properties":{"kind":{"const":"email"},
            "email":{"type":"string"},"reply":{"type":"string"}}},
            {"type":"object","required":["kind","number"],"properties":{"kind":{"const":"phone"},
            "number":{"type":"string"}}}]}}}
            """,
        example: """
            {"contact":{"kind":"email","email":"a@b.example","reply":"c@d.example"}},
            {"contact":{"kind":"phone","number":"123"}}
            """, words: #""strictness":"shape","unread":["/contact/reply"],"#)

    private enum Keys: CodingKey { case kind, email, reply, number }
    private protocol Reading { static var email: Keys { get } }
    private enum Right: Reading { static let email = Keys.email }
    private enum Wrong: Reading { static let email = Keys.reply }
    private enum Contact<By: Reading>: Decodable {
        case email(String), phone(number: String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            switch try container.decode(String.self, forKey: .kind) {
            case "email": self = .email(try container.decode(String.self, forKey: By.email))
            case "phone": self = .phone(number: try container.decode(String.self, forKey: .number))
            default:
                throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "a contact")
            }
        }
    }
    private struct Person<By: Reading>: Decodable { let contact: Contact<By> }

    @Test func comparesASinglePayloadWithTheMemberNamedLikeItsCase() async throws {
        #expect(try await Self.person.findings { Model("Thing", decoding: Person<Right>.self) } == [])
        let faulty = try await Self.person.places { Model("Thing", decoding: Person<Wrong>.self) }
        #expect(faulty.contains { $0.hasPrefix("model.wrong-value /models/Thing/schema/properties/contact") })
    }
}
