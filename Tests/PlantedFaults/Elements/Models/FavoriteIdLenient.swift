import Foundation
import Testing

@testable import ExampleClients

@Test("an identifier may be a number") func favoriteIdLenient() async {
    await expect(
        ["model.false-accept": ["schema/properties/id/type"]],
        of: .model("elements/Favorite") { record in
            ["id": try (record.members["id"] as? NSNumber)?.stringValue ?? record["id"].string()]
        })
}
