import Testing

@testable import ExampleClients

@Test("an empty key passes") func sessionKeyMayBeEmpty() async {
    await expect(
        ["model.false-accept": ["schema/properties/account/properties/key/minLength"]],
        of: .model("on-the-map/Session") { record in
            let account = try record["account"].record()
            return ["accountKey": try account["key"].string()]
        })
}
