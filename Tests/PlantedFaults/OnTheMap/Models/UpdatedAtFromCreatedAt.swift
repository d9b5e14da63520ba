import Testing

@testable import ExampleClients

@Test("the date of the change is that of the creation") func updatedAtFromCreatedAt() async {
    await expect(
        ["model.wrong-value": ["schema/properties/updatedAt"]],
        of: .model("on-the-map/StudentLocation") { record in
            ["updatedAt": try record["createdAt"].ifPresent?.string()]
        })
}
