import Foundation
import Testing

@testable import ExampleClients

@Test("the line breaks of another system are replaced") func officeLinesJoined() async {
    await expect(
        ["model.wrong-value": ["schema/properties/office"]],
        of: .model("representatives/Representative") { record in
            ["office": try record["office"].string().replacingOccurrences(of: "\r\n", with: "\n")]
        })
}
