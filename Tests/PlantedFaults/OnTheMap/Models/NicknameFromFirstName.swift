import Testing

@testable import ExampleClients

@Test("the nickname is read under the key of the given name") func nicknameFromFirstName() async {
    await expect(
        ["model.wrong-value": ["schema/properties/nickname"]],
        of: .model("on-the-map/User") { record in
            ["nickname": try record["first_name"].ifPresent?.string()]
        })
}
