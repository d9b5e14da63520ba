import Testing

@testable import ExampleClients

@Test("an element without a discoverer is refused") func discovererRequired() async {
    await expect(
        ["model.false-reject": ["schema/properties/discovered_by"]],
        of: .model("elements/Element") { record in
            ["discoveredBy": try record["discovered_by"].string()]
        })
}
