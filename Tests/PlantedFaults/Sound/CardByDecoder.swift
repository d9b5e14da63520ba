import ContractChecking
import Foundation
import Testing

@testable import ExampleClients

/// A model that decodes its parts with nested containers and custom keys.
private struct CardByDecoder: Decodable {
    let title: String
    let imageAddress: URL
    let description: String

    private enum Key: String, CodingKey {
        case name = "title"
        case picture = "image"
        case meaning = "description"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        title = try members.decode(String.self, forKey: .name)
        description = try members.decode(String.self, forKey: .meaning)
        guard let address = URL(webAddress: try members.decode(String.self, forKey: .picture)) else {
            throw DecodingError.dataCorruptedError(forKey: .picture, in: members, debugDescription: "no address")
        }
        imageAddress = address
    }
}

@Test("keys of its own and an initializer from a decoder") func cardByDecoder() async {
    await expectNothing(of: .model(Model("TarotCard", decoding: CardByDecoder.self), in: "tarot-cards"))
}
