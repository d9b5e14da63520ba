import Testing

@testable import ExampleClients

@Test("a session that never ends passes") func expirationOptional() async {
    await expect(
        [
            "model.false-accept": [
                "schema/properties/session/required", "schema/properties/session/properties/expiration/type",
            ]
        ],
        of: .model("on-the-map/Session") { record in
            let session = try record["session"].record()
            return ["expiration": try session["expiration"].ifPresent?.string()]
        })
}
