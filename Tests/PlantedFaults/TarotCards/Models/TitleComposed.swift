import Foundation
import Testing

@testable import ExampleClients

@Test("a title is normalised") func titleComposed() async {
    await expect(
        ["model.wrong-value": ["schema/properties/title"]],
        of: .model("tarot-cards/TarotCard") { record in
            ["title": try record["title"].string().precomposedStringWithCanonicalMapping]
        })
}
