import Testing

@testable import ExampleClients

@Test("a cast takes the number 1 for true") func registeredByCast() async {
    await expect(
        ["model.bridging": ["schema/properties/account/properties/registered/type"]],
        of: .model("on-the-map/Session") { record in
            guard let registered = (record.members["account"] as? [String: Any])?["registered"] as? Bool else {
                return nil
            }
            return ["isRegistered": registered]
        })
}
