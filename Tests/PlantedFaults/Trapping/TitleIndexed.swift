import Foundation
import Testing

@testable import ExampleClients

@Test("the first letter of no letters is taken", .isolated) func titleIndexed() async throws {
    try await expectIsolated(
        ["model.trap": ["schema/properties/title"]],
        of: .model("tarot-cards/TarotCard") { record in
            let text = try record["title"].string()
            return ["title": String(text[text.startIndex]) + text.dropFirst()]
        })
}
