import Testing

@testable import ExampleClients

@Test("the identifier is looked for at the top") func sessionFlat() async {
    await expect(
        ["model.false-reject": ["schema"]],
        of: .model("on-the-map/Session") { record in
            ["id": try record["id"].nonEmptyString()]
        })
}
