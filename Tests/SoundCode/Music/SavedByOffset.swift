import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct SavedTracks {
    struct Page: Decodable {
        let items: [String]
        let total: Int
    }

    let load: @Sendable (URLRequest) async throws -> (Data, URLResponse)

    /// - Parameter step: the number of tracks to skip between two pages.
    func all(gap step: Int = 0) async throws -> [String] {
        var tracks: [String] = []
        var offset = 0
        while true {
            guard let url = URL(string: "https://api.music.example/v1/me/tracks?limit=2&offset=\(offset)") else {
                throw URLError(.badURL)
            }
            let page = try JSONDecoder().decode(Page.self, from: try await load(URLRequest(url: url)).0)
            tracks += page.items
            offset += page.items.count + step
            if page.items.isEmpty || offset >= page.total { return tracks }
        }
    }
}

extension SoundCode {
    /// Twin: skips one track between two pages.
    @Test func savedByOffset() async {
        await compare("music", finds: Fault("replay.no-match", at: "/endpoints/allSaved/cases/0")) {
            Endpoint("allSaved") { try await SavedTracks(load: $1.send).all() }
        } twin: {
            Endpoint("allSaved") { try await SavedTracks(load: $1.send).all(gap: 1) }
        }
    }
}
