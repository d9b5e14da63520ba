import Foundation
import Testing

@testable import ExampleClients

@Test("blanks around a text are lost") func descriptionTrimmed() async {
    await expect(
        ["model.wrong-value": ["schema/properties/description"]],
        of: .model("tarot-cards/TarotCard") { record in
            ["description": try record["description"].string().trimmingCharacters(in: .whitespacesAndNewlines)]
        })
}
