import ContractChecking
import Foundation
import Testing

private enum QueueItem {
    struct Track: Decodable {
        let id: String
        let album: String
    }

    struct Episode: Decodable {
        let id: String
        let show: String
        let number: Int?
    }

    case track(Track)
    case episode(Episode)
    case unsupported(String)
}

extension QueueItem: Decodable {
    private enum CodingKeys: CodingKey { case type, track, episode }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .type) {
        case "track": self = .track(try container.decode(Track.self, forKey: .track))
        case "episode": self = .episode(try container.decode(Episode.self, forKey: .episode))
        case let type: self = .unsupported(type)
        }
    }
}

/// Twin: treats every item other than a track as unsupported.
private struct TracksOnly: Decodable {
    let item: QueueItem

    init(from decoder: any Decoder) throws {
        let item = try QueueItem(from: decoder)
        if case .episode(let episode) = item { self.item = .unsupported(episode.id) } else { self.item = item }
    }
}

extension SoundCode {
    @Test func queueItemByType() async {
        await compare("music", finds: Fault("model.wrong-value", at: "/models/QueueItem/variants/episode")) {
            Model("QueueItem", decoding: QueueItem.self)
        } twin: {
            Model("QueueItem", data: { try JSONDecoder().decode(TracksOnly.self, from: $0).item })
        }
    }
}
