import Testing

@testable import ExampleClients

@Test("the session has the key of the account") func sessionIdFromAccount() async {
    await expect(
        ["model.wrong-value": ["properties/id"]],
        of: .model("on-the-map/Session") { record in
            let account = try record["account"].record()
            return ["id": try account["key"].nonEmptyString()]
        })
}
