import Testing

@testable import ExampleClients

@Test("a key must consist of digits") func userKeyIsNumeric() async {
    await expect(
        ["model.false-reject": ["schema/properties/key"]],
        of: .model("on-the-map/User") { record in
            let text = try record["key"].nonEmptyString()
            guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
            return ["key": text]
        })
}
