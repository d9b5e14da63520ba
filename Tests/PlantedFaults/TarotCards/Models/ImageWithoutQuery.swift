import Foundation
import Testing

@testable import ExampleClients

@Test("the query of an address is cut off") func imageWithoutQuery() async {
    await expect(
        ["model.wrong-value": ["properties/imageAddress"]],
        of: .model("tarot-cards/TarotCard") { record in
            let address = try record["image"].webAddress().absoluteString
            guard let plain = URL(string: String(address.prefix { $0 != "?" })) else { return nil }
            return ["imageAddress": plain]
        })
}
