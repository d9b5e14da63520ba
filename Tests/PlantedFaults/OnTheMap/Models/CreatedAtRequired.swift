import Testing

@testable import ExampleClients

@Test("a record without a date is refused") func createdAtRequired() async {
    await expect(
        ["model.false-reject": ["schema/properties/createdAt"]],
        of: .model("on-the-map/StudentLocation") { record in
            ["createdAt": try record["createdAt"].string()]
        })
}
