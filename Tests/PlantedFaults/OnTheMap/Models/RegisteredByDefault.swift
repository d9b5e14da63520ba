import Testing

@testable import ExampleClients

@Test("an account is registered unless it says otherwise") func registeredByDefault() async {
    await expect(
        [
            "model.false-accept": [
                "schema/properties/account/required", "schema/properties/account/properties/registered/type",
            ]
        ],
        of: .model("on-the-map/Session") { record in
            let account = try record["account"].record()
            return ["isRegistered": try account["registered"].ifPresent?.boolean() ?? true]
        })
}
