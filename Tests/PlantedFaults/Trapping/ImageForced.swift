import Foundation
import Testing

@testable import ExampleClients

@Test("an address is unwrapped by force", .isolated) func imageForced() async throws {
    try await expectIsolated(
        ["model.trap": ["schema/properties/image"], "model.false-accept": ["schema/properties/image/pattern"]],
        of: .model("tarot-cards/TarotCard") { record in
            // swift-format-ignore: NeverForceUnwrap
            return ["imageAddress": URL(string: try record["image"].string())!]
        })
}
