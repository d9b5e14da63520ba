import ContractChecking
import Foundation
import Testing

@testable import ExampleClients

/// A model with one stored string and three properties in its mirror.
private struct CardWithOwnMirror: CustomReflectable {
    private let card: TarotCard

    init?(json: [String: Any]) {
        guard let card = TarotCard(json: json) else { return nil }
        self.card = card
    }

    var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "description": card.description, "imageAddress": card.imageAddress, "title": card.title,
            ])
    }
}

@Test("a model that says itself what it shows") func cardWithOwnMirror() async {
    await expectNothing(of: .model(Model("TarotCard", CardWithOwnMirror.init(json:)), in: "tarot-cards"))
}
