import Testing

@testable import ExampleClients

@Test("who named it is read under the key of the discoverer") func namedByFromDiscoverer() async {
    await expect(
        [
            "model.wrong-value": ["schema/properties/named_by"],
            "model.false-accept": ["schema/properties/named_by/type"],
        ],
        of: .model("elements/Element") { record in
            ["namedBy": try record["discovered_by"].ifPresent?.string()]
        })
}
