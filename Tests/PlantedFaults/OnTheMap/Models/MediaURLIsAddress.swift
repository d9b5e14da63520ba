import Foundation
import Testing

@testable import ExampleClients

@Test("a link that is no address is dropped") func mediaURLIsAddress() async {
    await expect(
        ["model.wrong-value": ["schema/properties/mediaURL"]],
        of: .model("on-the-map/StudentLocation") { record in
            let link = try record["mediaURL"].ifPresent?.string()
            return ["mediaURL": link.flatMap { URL(string: $0) }?.absoluteString]
        })
}
