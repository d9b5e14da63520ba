import Foundation
import Testing

@testable import ExampleClients

@Test("a link must be an address") func linkIsAddress() async {
    await expect(
        ["model.false-reject": ["schema/properties/link"]],
        of: .model("representatives/Representative") { record in
            guard let address = URL(string: try record["link"].string()) else { return nil }
            return ["link": address]
        })
}
