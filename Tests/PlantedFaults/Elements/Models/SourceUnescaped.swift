import Foundation
import Testing

@testable import ExampleClients

@Test("the entities of HTML are replaced") func sourceUnescaped() async {
    await expect(
        ["model.wrong-value": ["schema/properties/source"]],
        of: .model("elements/Element") { record in
            ["source": try record["source"].string().replacingOccurrences(of: "&amp;", with: "&")]
        })
}
