import Foundation
import Testing

@testable import ExampleClients

@Test("a fallback reads a key that the contract does not have") func titleFromTitleOrName() async {
    await expect(
        ["model.false-accept": ["schema/required", "schema/properties/title/type"]],
        of: .model("tarot-cards/TarotCard") { record in
            ["title": record.members["title"] as? String ?? record.members["name"] as? String ?? "Unknown"]
        })
}
