import Foundation
import Testing

@testable import ExampleClients

@Test("a name loses its accents") func nameWithoutAccents() async {
    await expect(
        ["model.wrong-value": ["schema/properties/name"]],
        of: .model("representatives/Representative") { record in
            ["name": try record["name"].string().folding(options: .diacriticInsensitive, locale: nil)]
        })
}
