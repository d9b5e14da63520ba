import Foundation
import Testing

@testable import ExampleClients

@Test("a title passes through a text of C") func titleCutAtNUL() async {
    await expect(
        ["model.wrong-value": ["schema/properties/title"]],
        of: .model("tarot-cards/TarotCard") { record in
            ["title": (try record["title"].string()).withCString { String(cString: $0) }]
        })
}
