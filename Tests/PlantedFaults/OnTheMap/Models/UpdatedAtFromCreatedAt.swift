import Testing

@testable import ExampleClients

@Test("the date of the change is that of the creation") func updatedAtFromCreatedAt() async {
    await expect(
        ["model.wrong-value": ["properties/updatedAt"], "model.false-accept": ["schema/properties/updatedAt/type"]],
        of: .model("on-the-map/StudentLocation") { record in
            ["updatedAt": try record["createdAt"].ifPresent?.string()]
        })
}
