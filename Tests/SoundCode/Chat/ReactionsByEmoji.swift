import ContractChecking
import Testing

private struct Reactions: Decodable {
    let messageID: String
    let byEmoji: [String: [String]]

    enum CodingKeys: String, CodingKey {
        case messageID = "message_id"
        case byEmoji = "reactions"
    }
}

/// Twin: sorts the users and removes duplicates.
private struct SortedReactions: Decodable {
    let messageID: String
    let byEmoji: [String: [String]]

    init(from decoder: any Decoder) throws {
        let reactions = try Reactions(from: decoder)
        messageID = reactions.messageID
        byEmoji = reactions.byEmoji.mapValues { Set($0).sorted() }
    }
}

extension SoundCode {
    @Test func reactionsByEmoji() async {
        await compare("chat", finds: Fault("model.wrong-value", at: "/models/Reactions/properties/byEmoji")) {
            Model("Reactions", decoding: Reactions.self)
        } twin: {
            Model("Reactions", decoding: SortedReactions.self)
        }
    }
}
