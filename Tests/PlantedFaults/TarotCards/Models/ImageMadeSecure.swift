import Foundation
import Testing

@testable import ExampleClients

@Test("the scheme of an address is changed") func imageMadeSecure() async {
    await expect(
        ["model.wrong-value": ["properties/imageAddress"]],
        of: .model("tarot-cards/TarotCard") { record in
            let address = try record["image"].webAddress()
            guard let secure = URL(string: address.absoluteString.replacingOccurrences(of: "http:", with: "https:"))
            else {
                return nil
            }
            return ["imageAddress": secure]
        })
}
