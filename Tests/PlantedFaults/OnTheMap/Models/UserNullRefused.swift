import Testing

@testable import ExampleClients

@Test("a name that is null is refused") func userNullRefused() async {
    await expect(
        ["model.false-reject": ["schema/properties/first_name"]],
        of: .model("on-the-map/User") { record in
            ["firstName": record.members["first_name"] == nil ? nil : try record["first_name"].string()]
        })
}
