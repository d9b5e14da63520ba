import ContractChecking
import Foundation
import Testing

/// Texts that resemble a matching one. A model that checks its pattern loosely accepts them.
struct NearMissTests {
    private struct Account {
        let card: String
    }

    private static let account = ModelTrial(
        schema: """
            {"type":"object","required":["card"],"properties":{"card":{"type":"string","pattern":"^[0-9]{10}$"}}}
            """, example: #"{"card":"0123456789"}"#)

    private func findings(_ isCard: @escaping @Sendable (String) -> Bool) async throws -> [String] {
        try await Self.account.findings {
            Model("Thing") { json -> Account? in
                (json["card"] as? String).flatMap { isCard($0) ? Account(card: $0) : nil }
            }
        }
    }

    @Test func acceptsAModelThatChecksEveryCharacter() async throws {
        #expect(try await findings { $0.wholeMatch(of: /[0-9]{10}/) != nil } == [])
    }

    @Test func findsAModelThatChecksOnlyTheLength() async throws {
        let found = try await findings { $0.count == 10 }
        #expect(found.count == 1 && found[0].contains(#"probe: /card is "x123456789""#), "\(found)")
    }

    @Test func findsAModelThatReadsASign() async throws {
        let found = try await findings { $0.count == 10 && Int($0) != nil }
        #expect(found.count == 1 && found[0].contains(#"probe: /card is "+123456789""#), "\(found)")
    }

    private struct Fine { let amount: Decimal }

    @Test(arguments: [(true, []), (false, ["model.false-accept /models/Thing/schema/properties/amount/pattern"])])
    func probesTheTextOfANumber(isSound: Bool, expected: [String]) async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["amount"],"properties":{"amount":{"type":"string",
                "pattern":"^-?[0-9]{1,9}\\\\.[0-9]{2}$"}}}
                """, example: #"{"amount":"12.50"}"#,
            words: #""properties":{"amount":{"pointer":"/amount","as":"number"}},"#)
        let places = try await trial.places {
            Model("Thing") { json -> Fine? in
                let text = json["amount"] as? String ?? ""
                let isAmount =
                    isSound
                    ? text.wholeMatch(of: /-?[0-9]{1,9}\.[0-9]{2}/) != nil
                    : text.wholeMatch(of: /-?[0-9]*\.[0-9]{2}/) != nil
                return isAmount ? Decimal(string: text).map(Fine.init) : nil
            }
        }
        #expect(places == expected)
    }
}
