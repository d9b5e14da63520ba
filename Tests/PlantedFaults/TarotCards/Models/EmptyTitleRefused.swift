import Foundation
import Testing

@testable import ExampleClients

@Test("an empty title is refused") func emptyTitleRefused() async {
    await expect(
        ["model.false-reject": ["schema/properties/title"]],
        of: .model("tarot-cards/TarotCard") { record in
            ["title": try record["title"].nonEmptyString()]
        })
}
