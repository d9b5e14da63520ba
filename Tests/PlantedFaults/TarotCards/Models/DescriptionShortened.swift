import Foundation
import Testing

@testable import ExampleClients

@Test("a description is cut after 255 characters") func descriptionShortened() async {
    await expect(
        ["model.wrong-value": ["schema/properties/description"]],
        of: .model("tarot-cards/TarotCard") { record in
            ["description": String(try record["description"].string().prefix(255))]
        })
}
