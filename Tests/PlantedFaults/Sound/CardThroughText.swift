import ContractChecking
import Foundation
import Testing

@testable import ExampleClients

/// A model that serializes its input and decodes it again.
private struct CardThroughText {
    let title: String
    let imageAddress: URL
    let description: String

    static func read(_ json: [String: Any]) throws -> CardThroughText? {
        struct Members: Codable {
            let title: String
            let image: String
            let description: String
        }
        let members = try JSONDecoder().decode(Members.self, from: JSONSerialization.data(withJSONObject: json))
        return URL(webAddress: members.image).map {
            CardThroughText(title: members.title, imageAddress: $0, description: members.description)
        }
    }
}

@Test("values that are written and read again") func cardThroughText() async {
    await expectNothing(of: .model(Model("TarotCard", CardThroughText.read), in: "tarot-cards"))
}
