import Testing

@testable import ExampleClients

@Test("a nickname of another type is swallowed") func nicknameSwallowed() async {
    await expect(
        ["model.false-accept": ["schema/properties/nickname/type"]],
        of: .model("on-the-map/User") { record in
            ["nickname": record.members["nickname"] as? String]
        })
}
