import Testing

@testable import ExampleClients

@Test("the fraction of a second is cut off") func changedInWholeSeconds() async {
    await expect(
        ["model.wrong-value": ["schema/properties/updatedAt"]],
        of: .model("on-the-map/ChangedLocation") { record in
            return ["updatedAt": String(try record["updatedAt"].string().prefix { $0 != "." })]
        })
}
