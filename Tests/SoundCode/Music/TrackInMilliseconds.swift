import ContractChecking
import Foundation
import Testing

private struct Track: Decodable {
    struct Artist: Decodable, Hashable {
        let name: String
    }

    let id: String
    let title: String
    let duration: TimeInterval
    let isExplicit: Bool
    let artists: [Artist]
    let preview: URL?

    var credits: String { artists.map(\.name).joined(separator: ", ") }

    enum CodingKeys: String, CodingKey {
        case id, title, artists, preview
        case duration = "duration_ms"
        case isExplicit = "explicit"
    }
}

extension Track {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        duration = Double(try container.decode(Int.self, forKey: .duration)) / 1000
        isExplicit = try container.decode(Bool.self, forKey: .isExplicit)
        artists = try container.decode([Artist].self, forKey: .artists)
        preview = try container.decodeIfPresent(URL.self, forKey: .preview)
    }
}

/// Twin: truncates to whole seconds by integer division.
private struct WholeSecondsTrack: Decodable {
    let id: String
    let title: String
    let duration: TimeInterval
    let isExplicit: Bool
    let artists: [Track.Artist]
    let preview: URL?

    init(from decoder: any Decoder) throws {
        let track = try Track(from: decoder)
        (id, title, isExplicit, artists, preview) = (
            track.id, track.title, track.isExplicit, track.artists, track.preview
        )
        let container = try decoder.container(keyedBy: Track.CodingKeys.self)
        duration = TimeInterval(try container.decode(Int.self, forKey: .duration) / 1000)
    }
}

extension SoundCode {
    @Test func trackInMilliseconds() async {
        await compare("music", finds: Fault("model.wrong-value", at: "/models/Track/properties/duration")) {
            Model("Track", decoding: Track.self)
        } twin: {
            Model("Track", decoding: WholeSecondsTrack.self)
        }
    }
}
