import Testing

@testable import ExampleClients

@Test("a missing link is an empty one") func linkWithDefault() async {
    await expect(
        ["model.false-accept": ["schema/required"]],
        of: .model("representatives/Representative") { record in
            ["link": record.members["link"] == nil ? "" : try record["link"].string()]
        })
}
