import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Outcomes of models and calls under changes that a provider makes without notice.
struct SurvivalTests {
    private static let schema = """
        {"type":"object","required":["id","kind"],"properties":{
        "id":{"type":"integer"},"kind":{"enum":["song","video"]},"seconds":{"type":"integer"},
        "title":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}},
        "made":{"type":"string","format":"date-time"},"code":{"type":"string"},
        "owner":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}}}
        """
    private static let example = """
        {"id":7,"kind":"song","seconds":61,"title":"Blue","tags":["a","b"],"made":"2026-11-19T08:30:00Z",
        "code":"42","owner":{"name":"Ada"}}
        """

    private func results(
        schema: String = schema, example: String = example, words: String = "", _ model: Model
    ) async throws -> CheckResult {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {"service":"things","origin":"https://things.example",
            "models":{"Thing":{"schema":\(schema),\(words)"examples":[\(example)]}}}
            """, to: "Contracts/things/contract.json")
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) { Service("things") { model } }
        let report = await suite.verify(suite.scoreChecks, Options(mode: .replay))
        return try #require(report.checks.first { $0.check.id == "things/survival/Thing" })
    }

    /// The changes that do not survive: keyword, location and outcome.
    private func lost(_ result: CheckResult) throws -> Set<String> {
        Set(
            try #require(result.survival).changes.filter { $0.outcome != .survives }.map {
                "\($0.kind) \($0.pointer): \($0.words)"
            })
    }

    @Test func addsOnlyMembersOfTheSameTypeToADictionary() async throws {
        struct Extras: Decodable { let extras: [String: Int] }
        enum Extra: String, Decodable, CodingKeyRepresentable { case beds }
        struct Narrow: Decodable { let extras: [Extra: Int] }
        let schema = """
            {"type":"object","required":["extras"],"properties":{"extras":{"type":"object",
            "additionalProperties":{"type":"integer"}}}}
            """
        let (example, words) = (#"{"extras":{"beds":2}}"#, #""survives":["new-member"],"#)
        let sound = try await results(
            schema: schema, example: example, words: words, Model("Thing", decoding: Extras.self))
        #expect(sound.findings.map(\.message) == [])
        let narrow = try await results(
            schema: schema, example: example, words: words, Model("Thing", decoding: Narrow.self))
        #expect(narrow.findings.map(\.rule) == ["survival.refused"])
    }

    /// Reads by casts: required members are guarded, all others become nil if their type has changed.
    private struct Cast {
        enum Kind: String { case song, video }
        struct Owner {
            let name: String
        }
        let id: Int, kind: Kind, seconds: Int?, title: String?, tags: [String], made: Date?, code: String?
        let owner: Owner?

        init?(json: [String: Any]) {
            guard let id = json["id"] as? Int, let kind = (json["kind"] as? String).flatMap(Kind.init) else {
                return nil
            }
            (self.id, self.kind, seconds) = (id, kind, json["seconds"] as? Int)
            (title, tags) = (json["title"] as? String, json["tags"] as? [String] ?? [])
            made = (json["made"] as? String).flatMap { ISO8601DateFormatter().date(from: $0) }
            code = json["code"] as? String
            owner = ((json["owner"] as? [String: Any])?["name"] as? String).map(Owner.init)
        }
    }

    @Test func distinguishesLossFromRefusal() async throws {
        let result = try await results(Model("Thing", Cast.init(json:)))
        #expect(
            try lost(result) == [
                "value-null /id: refuses the record", "fraction /id: refuses the record",
                "number-as-text /id: refuses the record", "unknown-enum-value /kind: refuses the record",
                "value-null /kind: refuses the record", "fraction /seconds: loses a value: 'seconds'",
                "number-as-text /seconds: loses a value: 'seconds'", "date-digits /made: loses a value: 'made'",
                "text-as-number /code: loses a value: 'code'", "list-for-object /owner: loses a value: 'owner'",
                "value-null /owner/name: loses a value: 'owner'",
            ])
        #expect(result.outcome == .passed)
        #expect(result.findings == [])
    }

    @Test func listsTheWorstFirst() async throws {
        let survival = try #require(try await results(Model("Thing", Cast.init(json:))).survival)
        let outcomes = survival.changes.map(\.outcome)
        #expect(
            outcomes == Array(repeating: .refuses, count: 5) + Array(repeating: .losesValue, count: 6)
                + Array(repeating: .survives, count: 20))
        // The whole 1, id 3, kind 2, seconds 4, title 3, tags 4 and its elements 1, made 4, code 3, owner 4 and its
        // name 2.
        #expect(survival.changes.count == 31)
        #expect(survival.survived == 20)
        #expect(survival.percent == 64)
    }

    /// A model that reads both forms of every value and keeps unknown values.
    private struct Patient {
        enum Kind: Equatable { case song, video, unknown(String) }
        let id: Double, seconds: Double?, code: String?, kind: String

        init?(json: [String: Any]) {
            guard let id = (json["id"] as? NSNumber)?.doubleValue ?? (json["id"] as? String).flatMap(Double.init),
                let kind = json["kind"] as? String
            else { return nil }
            (self.id, self.kind) = (id, kind)
            seconds =
                (json["seconds"] as? NSNumber)?.doubleValue ?? (json["seconds"] as? String).flatMap(Double.init)
            code = json["code"] as? String ?? (json["code"] as? NSNumber)?.stringValue
        }
    }

    @Test func countsAnotherFormOfTheSameValueAsSurvival() async throws {
        let schema = """
            {"type":"object","required":["id","kind"],"properties":{"id":{"type":"integer"},
            "kind":{"enum":["song","video"]},"seconds":{"type":"integer"},"code":{"type":"string"}}}
            """
        let example = #"{"id":7,"kind":"song","seconds":61,"code":"42"}"#
        let result = try await results(
            schema: schema, example: example,
            words: #""survives":["fraction","number-as-text","text-as-number","unknown-enum-value"],"#,
            Model("Thing", Patient.init(json:)))
        #expect(try lost(result) == ["value-null /id: refuses the record", "value-null /kind: refuses the record"])
        #expect(result.findings.map(\.message) == [])
    }

    /// An open enumeration accepts the new value, which the model must survive all the same.
    @Test func triesANewValueOfAnOpenEnumeration() async throws {
        let schema = """
            {"type":"object","required":["kind"],"properties":{"kind":{"anyOf":[{"enum":["song","video"]},{"type":"string"}]}}}
            """
        let words = #""survives":["unknown-enum-value"],"#
        let sound = try await results(
            schema: schema, example: #"{"kind":"song"}"#, words: words,
            Model("Thing") { WithFallback(json: $0, unknown: .other) })
        #expect(sound.findings.map(\.message) == [])
        let faulty = try await results(
            schema: schema, example: #"{"kind":"song"}"#, words: words,
            Model("Thing") { json in (json["kind"] as? String).flatMap(WithFallback.Kind.init).map { [$0] } })
        #expect(faulty.findings.map(\.rule) == ["survival.refused"])
    }

    private struct WithFallback {
        enum Kind: String { case song, video, other }
        let kind: Kind

        init?(json: [String: Any], unknown: Kind) {
            guard let kind = json["kind"] as? String else { return nil }
            self.kind = Kind(rawValue: kind) ?? unknown
        }
    }

    /// Mapping an unknown value to its own case is honest; mapping it to a known case is wrong.
    @Test func reportsAKnownValueSubstitutedForAnUnknownOne() async throws {
        let schema = #"{"type":"object","required":["kind"],"properties":{"kind":{"enum":["song","video"]}}}"#
        for (unknown, expected) in [
            (WithFallback.Kind.other, Set<String>()),
            (.video, ["unknown-enum-value /kind: loses a value: it is decoded as a different value"]),
        ] {
            let result = try await results(
                schema: schema, example: #"{"kind":"song"}"#,
                Model("Thing") { WithFallback(json: $0, unknown: unknown) })
            #expect(try lost(result) == expected.union(["value-null /kind: refuses the record"]))
        }
    }

    @Test func holdsAModelToItsPromises() async throws {
        let promised = try await results(
            words: #""survives":["new-member","unknown-enum-value","fraction","new-variant"],"#,
            Model("Thing", Cast.init(json:)))
        #expect(promised.outcome == .failed)
        #expect(
            promised.findings.map { "\($0.rule) \($0.contract.pointer): \($0.message)" } == [
                "survival.refused /models/Thing/survives/1: the model promises to survive 'unknown-enum-value': /kind has a value that the enumeration does not list",
                "survival.refused /models/Thing/survives/2: the model promises to survive 'fraction': /id has a fraction",
                "survival.lost-value /models/Thing/survives/2: the model promises to survive 'fraction': /seconds has a fraction",
                "survival.untested /models/Thing/survives/3: no probe shows that the model survives 'new-variant': it applies to no valid instance",
            ])
        #expect(promised.findings.first?.found == "refuses the record")
        #expect(promised.findings.last?.severity == .warning)
    }

    @Test func distinguishesAnUnknownVariantFromAnEnumerationValue() async throws {
        struct Shape: Decodable {
            let kind: String, radius: Int?, side: Int?
        }
        let schema = """
            {"oneOf":[
            {"type":"object","required":["kind","radius"],"properties":{"kind":{"const":"circle"},"radius":{"type":"integer"}}},
            {"type":"object","required":["kind","side"],"properties":{"kind":{"const":"square"},"side":{"type":"integer"}}}]}
            """
        let result = try await results(
            schema: schema, example: #"{"kind":"circle","radius":2}"#, Model("Thing", decoding: Shape.self))
        let kinds = try #require(result.survival).changes.filter { $0.pointer == "/kind" }.map(\.kind)
        #expect(Set(kinds) == ["new-variant", "value-null"])
    }

    // MARK: - Calls

    private func survival(
        of testCase: String, promising: String = "", _ client: NotesClient = NotesClient()
    ) async throws -> CheckResult {
        let folder = try NotesFolder()
        try folder.replace(
            #""rejects": [ { "name": "no tag""#, with: promising + #""rejects": [ { "name": "no tag""#,
            in: "Contracts/notes/contract.json")
        let suite = folder.suite(client)
        let report = await suite.verify(suite.scoreChecks, Options(mode: .replay))
        return try #require(report.checks.first { $0.check.id == "notes/survival/find/\(testCase)" })
    }

    @Test func distinguishesADroppedRecordFromALostList() async throws {
        let result = try await survival(of: "two notes")
        #expect(
            try lost(result) == [
                "value-null /notes: refuses the response (it throws unreadable)",
                "list-for-object : refuses the response (it throws unreadable)",
                "list-for-object /notes/*: refuses the whole list (it throws unreadable)",
                "value-null /notes/*/id: refuses the record", "value-null /notes/*/title: refuses the record",
                "value-null /notes/*/stars: refuses the record", "fraction /notes/*/stars: refuses the record",
                "number-as-text /notes/*/stars: refuses the record",
                "other-status : refuses the response (it throws server)",
            ])
        let survived = Set(try #require(result.survival).changes.filter { $0.outcome == .survives }.map(\.kind))
        #expect(survived.isSuperset(of: ["longer-page", "redirect", "header-case", "empty-list", "other-order"]))
    }

    @Test func reportsAnErrorMistakenForAnother() async throws {
        let result = try await survival(of: "no such tag")
        #expect(
            try lost(result) == [
                "other-status : loses a value: the reason for the error (it throws server, not unknownTag)"
            ])
        let hidden = try await survival(of: "no such tag", NotesClient(hidesServerErrors: true))
        #expect(
            try lost(hidden) == [
                "other-status : loses a value: the error (it returns and does not throw unknownTag)"
            ])
    }

    @Test func holdsACallToItsPromises() async throws {
        let sound = #""survives": ["redirect", "longer-page", "error-body"],"#
        for name in ["two notes", "no such tag"] {
            let result = try await survival(of: name, promising: sound)
            #expect(result.findings.map(\.message) == [])
        }
        let broken = try await survival(of: "two notes", promising: #""survives": ["other-status"],"#)
        #expect(broken.findings.map(\.rule) == ["survival.refused"])
        #expect(
            broken.findings.map(\.message) == [
                "the call promises to survive 'other-status': the answer has a different status of the same class"
            ])
    }

    /// A call that fails its case says nothing about changes.
    @Test func reportsACallThatFailsWithoutAChange() async throws {
        let result = try await survival(of: "two notes", NotesClient(tagName: "label"))
        #expect(result.outcome == .error)
        #expect(result.reason == "the call does not satisfy its case; see its client check")
        #expect(result.survival == nil)
    }

    @Test func rejectsUnknownPromises() async throws {
        let misspelt = try await ModelTrial(
            schema: #"{"type":"object"}"#, example: "{}", words: #""survives":["unknown-enum-valu"],"#
        ).findings { Model("Thing") { (_: [String: Any]) in 1 } }
        #expect(misspelt.count == 1)
        #expect(misspelt[0].contains("is not valid; did you mean 'unknown-enum-value'?"))
        let ofCalls = try await ModelTrial(
            schema: #"{"type":"object"}"#, example: "{}", words: #""survives":["redirect"],"#
        ).findings { Model("Thing") { (_: [String: Any]) in 1 } }
        #expect(ofCalls.count == 1)
        #expect(ofCalls[0].contains("applies to a whole response: promise it in the endpoint, not in the model"))
    }

    /// A survival check runs by default only if the contract has a promise.
    @Test func listsSurvivalChecksOnlyForPromises() async throws {
        let folder = try NotesFolder()
        #expect(!folder.suite().checks.contains { $0.kind == .survival })
        try folder.replace(
            #""examples": [ { "id": "n1""#, with: #""survives": ["new-member"], "examples": [ { "id": "n1""#,
            in: "Contracts/notes/contract.json")
        #expect(folder.suite().checks.filter { $0.kind == .survival }.map(\.id) == ["notes/survival/Note"])
    }
}
