import Testing

@testable import ExampleClients

@Test("a key of digits is turned into a number") func uniqueKeyMadeNumber() async {
    await expect(
        ["model.wrong-value": ["schema/properties/uniqueKey"]],
        of: .model("on-the-map/StudentLocation") { record in
            switch try record["uniqueKey"].ifPresent.map(UniqueKey.init) {
            case .text(let text): ["uniqueKey": Int(text)]
            case .number(let number): ["uniqueKey": number]
            case nil: ["uniqueKey": nil]
            }
        })
}
