import Foundation
import Testing

@testable import ExampleClients

@Test("letters beyond ASCII are dropped") func titleIsASCII() async {
    await expect(
        ["model.wrong-value": ["schema/properties/title"]],
        of: .model("tarot-cards/TarotCard") { record in
            ["title": String((try record["title"].string()).filter(\.isASCII))]
        })
}
