import Testing

@testable import ExampleClients

@Test("a loop skips the one character that it knows", .isolated) func phoneNeverEnds() async throws {
    try await expectIsolated(
        ["model.timeout": ["schema/properties/phone"]],
        of: .model("representatives/Representative") { record in
            let text = try record["phone"].string()
            var digits = Substring(text)
            while let first = digits.first, !first.isNumber {
                if first == "(" { digits.removeFirst() }
            }
            return ["phone": text]
        })
}
