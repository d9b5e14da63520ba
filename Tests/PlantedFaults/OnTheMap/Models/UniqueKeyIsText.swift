import Testing

@testable import ExampleClients

@Test("a key that is a number is refused") func uniqueKeyIsText() async {
    await expect(
        ["model.false-reject": ["schema/properties/uniqueKey"]],
        of: .model("on-the-map/StudentLocation") { record in
            ["uniqueKey": try record["uniqueKey"].ifPresent?.string()]
        })
}
