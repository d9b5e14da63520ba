import ContractChecking
import Testing

private struct Card {
    let number: String
    let expiryMonth: Int
    let expiryYear: Int
    let isFrozen: Bool
    let nickname: String?

    init?(json: [String: Any]) {
        guard let number = json["number"] as? String,
            let expires = json["expires"] as? [String: Any],
            let month = expires["month"] as? Int,
            let year = expires["year"] as? Int,
            let isFrozen = json["frozen"] as? Bool
        else { return nil }
        self.number = number
        self.expiryMonth = month
        self.expiryYear = year
        self.isFrozen = isFrozen
        self.nickname = json["nickname"] as? String
    }
}

/// Twin: treats a card of unknown state as not frozen.
private struct ThawedCard {
    let number: String
    let expiryMonth: Int
    let expiryYear: Int
    let isFrozen: Bool
    let nickname: String?

    init?(json: [String: Any]) {
        guard let number = json["number"] as? String,
            let expires = json["expires"] as? [String: Any],
            let month = expires["month"] as? Int,
            let year = expires["year"] as? Int
        else { return nil }
        self.number = number
        self.expiryMonth = month
        self.expiryYear = year
        self.isFrozen = json["frozen"] as? Bool ?? false
        self.nickname = json["nickname"] as? String
    }
}

extension SoundCode {
    @Test func cardByGuards() async {
        await compare(
            "bank", finds: Fault("model.false-accept", at: "/models/Card/schema/required"),
            Fault("model.false-accept", at: "/models/Card/schema/properties/frozen/type")
        ) {
            Model("Card") { Card(json: $0) }
        } twin: {
            Model("Card") { ThawedCard(json: $0) }
        }
    }
}
