import Foundation
import Testing

@testable import ExampleClients

@Test("any text passes for an address") func imageAnyText() async {
    await expect(
        ["model.false-accept": ["schema/properties/image/pattern"]],
        of: .model("tarot-cards/TarotCard") { record in
            guard let address = URL(string: try record["image"].string()) else { return nil }
            return ["imageAddress": address]
        })
}
