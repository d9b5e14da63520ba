import Foundation
import Testing

@testable import ExampleClients

@Test("null passes for a present melting point, and is cast by force", .isolated) func meltForced() async throws {
    try await expectIsolated(
        ["model.trap": ["schema/properties/melt"], "model.bridging": ["schema/properties/melt/type"]],
        of: .model("elements/Element") { record in
            // swift-format-ignore: NeverForceUnwrap
            return ["melt": record.members["melt"] != nil ? (record.members["melt"] as! NSNumber).doubleValue : nil]
        })
}
