import ContractChecking
import Testing

private struct Joined: Decodable { let user: String }
private struct Renamed: Decodable { let room, title: String }

/// An event whose name selects its payload.
private enum Event: Decodable {
    case joined(Joined)
    case renamed(Renamed)

    enum CodingKeys: String, CodingKey { case event }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .event) {
        case "joined": self = .joined(try Joined(from: decoder))
        case "renamed": self = .renamed(try Renamed(from: decoder))
        case let name:
            throw DecodingError.dataCorruptedError(forKey: .event, in: container, debugDescription: "no event \(name)")
        }
    }
}

/// Twin: replaces a missing title with an empty string.
private struct Untitled: Decodable {
    let room, title: String

    enum CodingKeys: String, CodingKey { case room, title }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        room = try container.decode(String.self, forKey: .room)
        title = try container.decodeIfPresent(String.self, forKey: .title) ?? ""
    }
}

extension SoundCode {
    @Test func eventOfPayloads() async {
        await compare(
            "chat", finds: Fault("model.false-accept", at: "/models/Renamed/schema/required"),
            Fault("model.false-accept", at: "/models/Renamed/schema/properties/title/type")
        ) {
            Model("Event", decoding: Event.self)
            Model("Joined", decoding: Joined.self)
            Model("Renamed", decoding: Renamed.self)
        } twin: {
            Model("Event", decoding: Event.self)
            Model("Joined", decoding: Joined.self)
            Model("Renamed", decoding: Untitled.self)
        }
    }
}
