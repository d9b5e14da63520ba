import Foundation
import Testing

@testable import ExampleClients

@Test("null passes the test for a text") func descriptionPresenceTest() async {
    await expect(
        ["model.false-accept": ["schema/properties/description/type"]],
        of: .model("tarot-cards/TarotCard") { record in
            guard record.members["description"] != nil else { return nil }
            return ["description": record.members["description"] as? String ?? ""]
        })
}
