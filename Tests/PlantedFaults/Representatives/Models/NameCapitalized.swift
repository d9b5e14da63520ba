import Foundation
import Testing

@testable import ExampleClients

@Test("a name is written in another case") func nameCapitalized() async {
    await expect(
        ["model.wrong-value": ["schema/properties/name"]],
        of: .model("representatives/Representative") { record in
            ["name": try record["name"].string().capitalized]
        })
}
