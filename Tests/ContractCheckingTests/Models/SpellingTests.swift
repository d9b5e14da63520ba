import ContractChecking
import Foundation
import Testing

/// Spellings of a string that a model must accept: those that its pattern mentions, and for a date the one that
/// Foundation reads.
struct SpellingTests {
    private struct Moment: Decodable { let at: Date }

    private static func trial(_ pattern: String, _ text: String, _ words: String = "") -> ModelTrial {
        ModelTrial(
            schema: """
                {"type":"object","required":["at"],"properties":{"at":{"type":"string","pattern":"\(pattern)"}}}
                """, example: #"{"at":"\#(text)"}"#, words: words)
    }

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    @Test(arguments: ["^[0-9]{4}-[0-9]{2}-[0-9]{2}", "^[0-9-]{10}[Tt ][0-9:]{8}[Zz]$"])
    func requiresNoDateSpellingThatFoundationRejects(pattern: String) async throws {
        let trial = Self.trial(pattern, "2026-11-20T08:15:00Z", #""strictness":"shape","#)
        #expect(try await trial.findings { Model("Thing", decoding: Moment.self, decoder: Self.decoder) } == [])
    }

    @Test func findsAMisreadDateOfAnotherSpelling() async throws {
        struct Local: Decodable {
            let at: Date
            private enum CodingKeys: CodingKey { case at }
            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .at)
                let date = ISO8601DateFormatter().date(from: text.uppercased())
                guard let date else { throw CocoaError(.coderReadCorrupt) }
                at = text.contains("t") ? date.addingTimeInterval(3600) : date
            }
        }
        let trial = Self.trial("^[0-9-]{10}[Tt ][0-9:]{8}[Zz]$", "2026-11-20T08:15:00Z")
        let places = try await trial.places { Model("Thing", decoding: Local.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/at"])
    }

    /// A duration such as `PT5M`, whose pattern describes only its start.
    private struct Pause: Decodable {
        let at: Int
        private enum CodingKeys: CodingKey { case at }
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .at)
            guard let match = text.wholeMatch(of: /PT([0-9]+)M/), let minutes = Int(match.1) else {
                throw CocoaError(.coderReadCorrupt)
            }
            at = minutes
        }
    }

    @Test func requiresNoOtherLetterCaseIfThePatternAllowsAnyCharacter() async throws {
        let words = #""properties":{"at":{"as":"minutes"}},"#
        let trial = Self.trial("^PT[0-9]", "PT5M", words)
        let findings = try await trial.findings {
            Model("Thing", decoding: Pause.self)
            Conversion("minutes") { json in json.stringValue.flatMap { Int($0.dropFirst(2).dropLast()) } }
        }
        #expect(findings == [])
    }

    @Test func requiresBothLetterCasesIfThePatternAllowsBoth() async throws {
        struct Money: Decodable {
            enum Currency: String, Decodable { case NOK, EUR }
            let at: Currency
        }
        let trial = Self.trial("^[Nn][Oo][Kk]$", "NOK")
        let places = try await trial.places { Model("Thing", decoding: Money.self) }
        #expect(places == ["model.false-reject /models/Thing/schema/properties/at"])
    }

    private enum Kind: String { case open, shut, other }

    /// A text outside of the listed ones becomes `other`, also one in another letter case.
    @Test func allowsAListedChoiceInAnotherLetterCase() async throws {
        struct Door { let kind: Kind }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["kind"],"properties":{"kind":{
                "anyOf":[{"enum":["open","shut"]},{"type":"string"}]}}}
                """, example: #"{"kind":"open"}"#,
            words: #""properties":{"kind":{"pointer":"/kind","otherwise":"other"}},"#)
        func places(_ read: @escaping @Sendable (String) -> Kind?) async throws -> [String] {
            try await trial.places {
                Model("Thing") { json in (json["kind"] as? String).map { Door(kind: read($0) ?? .other) } }
            }
        }
        #expect(try await places { Kind(rawValue: $0) } == [])
        #expect(try await places { Kind(rawValue: $0.lowercased()) } == [])
        let hidden = try await places { $0 == "shut" ? nil : Kind(rawValue: $0) }
        #expect(hidden == ["model.wrong-value /models/Thing/properties/kind"])
        let guessed = try await places { Kind(rawValue: $0) ?? .open }
        #expect(guessed == ["model.wrong-value /models/Thing/properties/kind"])
    }

    @Test func namesTheCaseThatTheContractExpectsOfAValueReadAsItIs() async throws {
        struct Door { let kind: Kind }
        let trial = ModelTrial(
            schema: #"{"type":"object","required":["kind"],"properties":{"kind":{"enum":["open","shut"]}}}"#,
            example: #"{"kind":"open"}"#,
            words: #""properties":{"kind":{"pointer":"/kind","cases":{"open":"shut","shut":"open"}}},"#)
        let report = try await trial.report {
            Model("Thing") { json in (json["kind"] as? String).flatMap(Kind.init).map { Door(kind: $0) } }
        }
        let messages = report.findings.map(\.message)
        #expect(messages.count == 1)
        #expect(messages.first?.contains(#"'kind' is "open", expected "shut""#) == true, "\(messages)")
    }
}
