import Foundation
import Testing

@testable import ExampleClients

@Test("blanks are added until a title has a width that an empty one never has", .isolated) func titleGrows()
    async throws
{
    try await expectIsolated(
        ["model.trap": ["schema/properties/title"]],
        of: .model("tarot-cards/TarotCard") { record in
            let text = try record["title"].string()
            var blanks: [UInt8] = []
            while Double(blanks.count) * Double(text.utf8.count) < 80 {
                blanks += [UInt8](repeating: 0x20, count: 1 << 22)
            }
            return ["title": text]
        }, mayTimeOut: true)
}
