import Testing

@testable import ExampleClients

@Test("a key that is a number is turned into text") func uniqueKeyMadeText() async {
    await expect(
        ["model.wrong-value": ["schema/properties/uniqueKey"]],
        of: .model("on-the-map/StudentLocation") { record in
            ["uniqueKey": try record["uniqueKey"].ifPresent.map(UniqueKey.init)?.description]
        })
}
