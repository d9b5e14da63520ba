import Foundation
import Testing

@testable import ExampleClients

@Test("the identifier is made up for the sake of a list") func favoriteIdMadeUp() async {
    await expect(
        ["model.wrong-value": ["schema/properties/id"]],
        of: .model("elements/Favorite") { record in
            ["id": UUID().uuidString]
        })
}
