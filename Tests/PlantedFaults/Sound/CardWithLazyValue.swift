import ContractChecking
import Foundation
import Testing

@testable import ExampleClients

/// A model that caches a computed value.
private final class CardWithLazyValue {
    let title: String
    let imageAddress: URL
    let description: String
    lazy var words = description.split(separator: " ")

    init?(json: [String: Any]) {
        guard let title = json["title"] as? String, let description = json["description"] as? String,
            let image = json["image"] as? String, let address = URL(webAddress: image)
        else { return nil }
        self.title = title
        self.description = description
        imageAddress = address
    }
}

@Test("a value that is computed when it is first asked for") func cardWithLazyValue() async {
    await expectNothing(of: .model(Model("TarotCard", CardWithLazyValue.init(json:)), in: "tarot-cards"))
}
