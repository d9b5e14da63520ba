import Testing

@testable import ExampleClients

@Test("a session without an identifier is closed") func endedSessionDefaults() async {
    await expect(
        [
            "model.false-accept": [
                "schema/properties/session/required", "schema/properties/session/properties/id/type",
                "schema/properties/session/properties/id/minLength",
            ]
        ],
        of: .model("on-the-map/EndedSession") { record in
            let session = try record["session"].record()
            return ["id": (session.members["id"] as? String) ?? ""]
        })
}
