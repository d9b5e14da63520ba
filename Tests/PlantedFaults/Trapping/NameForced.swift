import Testing

@testable import ExampleClients

@Test("a name is cast by force", .isolated) func nameForced() async throws {
    try await expectIsolated(
        ["model.trap": ["schema/properties/name"]],
        of: .model("representatives/Representative") { record in
            // swift-format-ignore: NeverForceUnwrap
            return ["name": record.members["name"] as! String]
        })
}
