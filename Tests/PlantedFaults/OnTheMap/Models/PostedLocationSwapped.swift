import Testing

@testable import ExampleClients

@Test("two keys are swapped") func postedLocationSwapped() async {
    await expect(
        [
            "model.wrong-value": ["schema/properties/objectId", "schema/properties/createdAt"],
            "model.false-accept": ["schema/properties/objectId/minLength"],
            "model.false-reject": ["schema/properties/createdAt"],
        ],
        of: .model("on-the-map/PostedLocation") { record in
            ["objectID": try record["createdAt"].nonEmptyString(), "createdAt": try record["objectId"].string()]
        })
}
