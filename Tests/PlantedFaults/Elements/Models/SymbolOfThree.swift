import Testing

@testable import ExampleClients

@Test("a symbol of more than three letters is refused") func symbolOfThree() async {
    await expect(
        ["model.false-reject": ["schema/properties/symbol"]],
        of: .model("elements/Element") { record in
            let text = try record["symbol"].string()
            guard text.count <= 3 else { return nil }
            return ["symbol": text]
        })
}
