import Foundation
import Testing

@testable import ContractChecking

/// Findings on a model that accepts no valid instance, which name the changes that it would accept.
struct RefusalTests {
    private static let trial = ModelTrial(
        schema: """
            {"type":"object","required":["first_name","size","tall","born","since"],"properties":{
            "first_name":{"type":"string"},"size":{"type":"number"},"tall":{"type":"boolean"},
            "born":{"type":"integer"},"since":{"type":"string","format":"date-time"}}}
            """,
        example: #"{"first_name":"Ada","size":1.5,"tall":true,"born":1815,"since":"2026-11-20T12:00:00.250Z"}"#)

    private struct Person { let firstName: String, size: Double, tall: Bool, born: Int, since: String }

    private func hint(_ make: @escaping @Sendable ([String: Any]) -> Person?) async throws -> String {
        let report = try await Self.trial.report { Model("Thing", make) }
        let finding = try #require(report.findings.first { $0.rule == "model.false-reject" })
        return finding.message.split(separator: "; ").last.map(String.init) ?? ""
    }

    private static func person(
        _ json: [String: Any], name: String = "first_name", size: Double? = nil, born: Int? = nil
    ) -> Person? {
        guard let name = json[name] as? String, let size = size ?? json["size"] as? Double,
            let tall = json["tall"] as? Bool, let born = born ?? json["born"] as? Int,
            let since = json["since"] as? String
        else { return nil }
        return Person(firstName: name, size: size, tall: tall, born: born, since: since)
    }

    /// A change of one instance does not apply to another that lacks the member.
    @Test func suggestsNoChangeOfAMissingMember() async throws {
        struct Span { let since: String, until: String? }
        let trial = ModelTrial(
            models: """
                "Span":{"schema":{"type":"object","required":["since"],"properties":{
                "since":{"type":"string","format":"date-time"},"until":{"type":"string","format":"date-time"}}},
                "examples":[{"since":"2026-11-20T12:00:00.25Z","until":"2026-11-21T12:00:00Z"},{"since":"2026-11-20T12:00:00Z"}]}
                """)
        let report = try await trial.report {
            Model("Span") { json -> Span? in
                let until = json["until"] as? String
                guard let since = json["since"] as? String, since.contains("."), until?.contains(".") ?? true else {
                    return nil
                }
                return Span(since: since, until: until)
            }
        }
        let refusals = report.findings.filter { $0.rule == "model.false-reject" }.map(\.message)
        #expect(!refusals.isEmpty && !refusals.contains { $0.contains("until is missing") }, "\(refusals)")
    }

    /// `ISO8601DateFormatter` refuses the date in lowercase that RFC 3339 allows, and the cast-based code takes that for
    /// a missing object.
    @Test(arguments: [true, false]) func allowsNilForAnObjectWithADateThatTheFormatterRefuses(isSound: Bool)
        async throws
    {
        struct Refund { let at: Date }
        struct Order { let refund: Refund? }
        let trial = ModelTrial(
            models: """
                "Order":{"strictness":"shape","schema":{"type":"object","properties":{"refund":{"$ref":"#/models/Refund/schema"}}},
                "examples":[{"refund":{"at":"2026-11-20T12:00:00Z"}},{}]},
                "Refund":{"strictness":"shape","schema":{"type":"object","required":["at"],"properties":{
                "at":{"type":"string","format":"date-time"}}},"examples":[{"at":"2026-11-20T12:00:00Z"}]}
                """)
        let refund: @Sendable ([String: Any]) -> Refund? = { json in
            (json["at"] as? String).flatMap { ISO8601DateFormatter().date(from: $0) }.map(Refund.init(at:))
        }
        let report = try await trial.report {
            Model("Order") { json -> Order? in
                Order(refund: (json[isSound ? "refund" : "refunds"] as? [String: Any]).flatMap(refund))
            }
            Model("Refund", refund)
        }
        #expect(report.findings.isEmpty == isSound, "\(report.findings)")
    }

    /// Foundation's style refuses offsets beyond 18 hours, which RFC 3339 allows.
    @Test(arguments: [(true, []), (false, ["model.false-reject /models/Thing/schema/properties/at"])])
    func allowsRefusalOfAnOffsetThatFoundationRefuses(isSound: Bool, expected: [String]) async throws {
        struct Departure { let at: Date }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["at"],"properties":{"at":{"type":"string","format":"date-time",
                "pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$"}}}
                """,
            example: #"{"at":"2026-11-21T01:10:00+01:00"}"#, words: #""strictness":"shape","#)
        let places = try await trial.places {
            Model("Thing") { json -> Departure? in
                guard let text = json["at"] as? String, isSound || !text.contains("T12") else { return nil }
                do { return Departure(at: try Date(text, strategy: .iso8601)) } catch { return nil }
            }
        }
        #expect(places == expected)
    }

    /// The accepted instances lack the object around the refused number.
    @Test func namesTheRefusedPartOfAMemberThatOthersLack() async throws {
        struct Series: Decodable { let name: String, position: Int }
        struct Title: Decodable { let id: Int, series: Series? }
        struct Facets: Decodable { let id: Int, counts: [UInt8]? }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["id"],"properties":{"id":{"type":"integer"},"series":{"type":"object",
                "required":["name","position"],"properties":{"name":{"type":"string"},"position":{"type":"number"}}}}}
                """, example: #"{"id":1},{"id":2,"series":{"name":"a","position":1.5}}"#)
        let report = try await trial.report { Model("Thing", decoding: Title.self) }
        let refusals = report.findings.filter { $0.rule == "model.false-reject" }.map(\.message)
        #expect(
            refusals.contains { $0.hasPrefix("'Thing' refuses a '/series/position' that the contract accepts") },
            "\(refusals)")
        let counts = ModelTrial(
            schema: """
                {"type":"object","required":["id"],"properties":{"id":{"type":"integer"},
                "counts":{"type":"array","items":{"type":"integer","minimum":0,"maximum":100000}}}}
                """, example: #"{"id":1},{"id":2,"counts":[7,300,9,1200]}"#)
        let found = try await counts.findings { Model("Thing", decoding: Facets.self) }
        #expect(found.contains { $0.contains("'Thing' refuses a '/counts/1' that the contract accepts") }, "\(found)")
    }

    @Test func namesTheElementThatIsRefused() async throws {
        struct Part: Decodable { let amount: Int }
        struct Recipe: Decodable { let parts: [Part] }
        let trial = ModelTrial(
            models: """
                "Recipe":{"schema":{"type":"object","required":["parts"],"properties":{"parts":{"type":"array","items":{
                "type":"object","required":["amount"],"properties":{"amount":{"type":"number"}}}}}},
                "examples":[{"parts":[{"amount":2},{"amount":3}]},{"parts":[{"amount":1},{"amount":0.4}]}]}
                """)
        let report = try await trial.report { Model("Recipe", decoding: Recipe.self) }
        let refusals = report.findings.filter { $0.rule == "model.false-reject" }.map(\.message)
        #expect(refusals.contains { $0.contains("refuses a '/parts/1/amount'") }, "\(refusals)")
    }

    @Test func namesTheMemberReadUnderAnotherSpelling() async throws {
        #expect(
            try await hint { Self.person($0, name: "firstName") } == "it reads '/firstName' and not '/first_name'")
    }

    @Test func suggestsNoOtherSpellingForAnOptionalOfTheWrongType() async throws {
        struct Journal: Decodable {
            let issue: Int?
        }
        let trial = ModelTrial(
            schema: #"{"type":"object","properties":{"issue":{"type":["string","null"]}}}"#, example: #"{"issue":"4a"}"#
        )
        let report = try await trial.report { Model("Thing", decoding: Journal.self) }
        let refusals = report.findings.filter { $0.rule == "model.false-reject" }.map(\.message)
        #expect(refusals.count == 1)
        #expect(refusals.allSatisfy { !$0.contains("it reads") }, "\(refusals)")
    }

    @Test func namesTheMemberWhoseChangeIsAccepted() async throws {
        let hint = try await hint { json in
            guard let text = json["size"] as? String, let size = Double(text) else { return nil }
            return Self.person(json, size: size)
        }
        #expect(hint == "it accepts an instance in which /size is a digit string")
    }

    @Test func namesAllMembersThatMustChangeTogether() async throws {
        let hint = try await hint { json in
            guard let size = (json["size"] as? String).flatMap(Double.init),
                let born = (json["born"] as? String).flatMap({ Int($0) })
            else { return nil }
            return Self.person(json, size: size, born: born)
        }
        #expect(hint == "it accepts an instance in which /size is a digit string and /born is a digit string")
    }

    @Test func namesTheOnlyAcceptedDateFormat() async throws {
        let hint = try await hint { json in
            guard let text = json["since"] as? String, ISO8601DateFormatter().date(from: text) != nil else {
                return nil
            }
            return Self.person(json)
        }
        #expect(hint == #"it accepts an instance in which /since is "2024-07-01T00:30:00Z""#)
    }

    @Test func namesTheOnlyAcceptedValue() async throws {
        let hint = try await hint { json in json["born"] as? Int == 128 ? Self.person(json) : nil }
        #expect(hint == "it accepts an instance in which /born is 128")
    }

    @Test func namesTheMemberReadUnderACommonName() async throws {
        #expect(try await hint { Self.person($0, name: "name") } == "it reads '/name' and not '/first_name'")
    }

    /// The whole list would have to be empty, which says less.
    @Test func namesTheNumberWithinAListThatIsRefused() async throws {
        struct Menu { let calories: [UInt8] }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["items"],"properties":{"items":{"type":"array","items":{"type":"object",
                "required":["calories"],"properties":{"calories":{"type":"integer","minimum":0,"maximum":5000}}}}}}
                """, example: #"{"items":[{"calories":12},{"calories":640}]}"#)
        let report = try await trial.report {
            Model("Thing") { json -> Menu? in
                guard let items = json["items"] as? [[String: Any]] else { return nil }
                let calories = items.compactMap { ($0["calories"] as? Int).flatMap(UInt8.init(exactly:)) }
                return calories.count == items.count ? Menu(calories: calories) : nil
            }
        }
        let refusals = report.findings.filter { $0.rule == "model.false-reject" }.map(\.message)
        #expect(refusals.contains { $0.contains("refuses a '/items/1/calories'") }, "\(refusals)")
    }

    @Test func suggestsAnUnknownMemberIfNoChangeIsAccepted() async throws {
        let hint = "no change of one member helps: it may read one that the contract lacks"
        #expect(try await self.hint { _ in nil } == hint)
        #expect(try await self.hint { Self.person($0, name: "nickname") } == hint)
    }

    /// Two rejected dates do not hide swapped strings, and are reported once.
    @Test func reportsFaultsBesideRejectedMembers() async throws {
        struct Visit { let from: String, to: String, since: Date, until: Date }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["from","to","since","until"],"properties":{"from":{"type":"string"},
                "to":{"type":"string"},"since":{"type":"string","format":"date-time"},
                "until":{"type":"string","format":"date-time"}}}
                """,
            example: """
                {"from":"Oslo","to":"Rome","since":"2026-11-20T12:00:00.250Z","until":"2026-11-21T12:00:00.250Z"}
                """)
        let places = try await trial.places {
            Model("Thing") { json -> Visit? in
                guard let from = json["from"] as? String, let to = json["to"] as? String,
                    let since = (json["since"] as? String).flatMap(ISO8601DateFormatter().date),
                    let until = (json["until"] as? String).flatMap(ISO8601DateFormatter().date)
                else { return nil }
                return Visit(from: to, to: from, since: since, until: until)
            }
        }
        let schema = "/models/Thing/schema"
        #expect(
            places.sorted() == [
                "model.false-reject \(schema)", "model.wrong-value \(schema)/properties/from",
                "model.wrong-value \(schema)/properties/to",
            ])
    }

    /// No other value of the enumeration helps, because the model knows none of them.
    @Test func namesTheMemberThatCannotBeDecoded() async throws {
        struct Engine: Decodable {
            enum Kind: String, Decodable { case petrol = "gasoline" }
            let kind: Kind
        }
        struct Car: Decodable { let engine: Engine }
        let report = try await ModelTrial(
            schema: """
                {"type":"object","required":["engine"],"properties":{"engine":{"type":"object","required":["kind"],
                "properties":{"kind":{"enum":["petrol"]}}}}}
                """,
            example: #"{"engine":{"kind":"petrol"}}"#
        ).report { Model("Thing", decoding: Car.self) }
        let finding = try #require(report.findings.first { $0.rule == "model.false-reject" })
        #expect(
            finding.message.hasPrefix("'Thing' refuses a '/engine/kind' that the contract accepts"),
            "\(finding.message)")
        #expect(finding.contract.pointer == "/models/Thing/schema/properties/engine/properties/kind")
    }

    private struct Page: Decodable {
        struct Item: Decodable { let detail: Int }
        let items: [Item]
    }
    private enum Failure: Error { case unreadable(any Error), offline, status(Int) }

    private func thrown(_ text: String) throws -> any Error {
        try #require(throws: DecodingError.self) { try JSONDecoder().decode(Page.self, from: Data(text.utf8)) }
    }

    @Test func reportsTheReasonOfTheDecoder() throws {
        let missing = try thrown(#"{"items":[{"detail":1},{}]}"#)
        #expect(ErrorName.reason(missing) == "keyNotFound 'detail' at '/items/1'")
        #expect(ErrorName.reason(Failure.unreadable(missing)) == "unreadable: keyNotFound 'detail' at '/items/1'")
        #expect(try ErrorName.reason(thrown("{}")) == "keyNotFound 'items'")
        #expect(
            try ErrorName.reason(thrown(#"{"items":[{"detail":"a"}]}"#)) == "typeMismatch 'Int' at '/items/0/detail'")
        #expect(ErrorName.reason(Failure.offline) == "offline")
        #expect(ErrorName.reason(Failure.status(404)) == "status(404)")
    }
}
