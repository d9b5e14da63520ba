import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum PlaylistError: Error {
    case conflict(snapshot: String)
    case failed(status: Int)
}

private struct Snapshot: Decodable { let snapshot: String }
private struct Nothing: Decodable {}

private struct PlaylistEditor {
    let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

    static func removal(of track: String, from playlist: String, snapshot: String) throws -> URLRequest {
        guard let url = URL(string: "https://api.music.example/v1/playlists/\(playlist)/tracks/\(track)") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = "DELETE"
        request.setValue("\"\(snapshot)\"", forHTTPHeaderField: "If-Match")
        return request
    }

    /// - Parameter decodes: whether the body of a successful response is decoded.
    func perform(_ request: URLRequest, decodes: Bool = false) async throws {
        let (data, response) = try await send(request)
        switch response.statusCode {
        case 200..<300: if decodes { _ = try JSONDecoder().decode(Nothing.self, from: data) }
        case 409: throw PlaylistError.conflict(snapshot: try JSONDecoder().decode(Snapshot.self, from: data).snapshot)
        case let status: throw PlaylistError.failed(status: status)
        }
    }
}

extension SoundCode {
    /// Twin: decodes an empty body.
    @Test func removalWithoutBody() async {
        @Sendable func removal(_ arguments: Arguments) throws -> URLRequest {
            try PlaylistEditor.removal(
                of: arguments["track"], from: arguments["playlist"], snapshot: arguments["snapshot"])
        }
        await compare("music", finds: Fault("client.threw", at: "/endpoints/removeTrack/cases/0")) {
            Endpoint("removeTrack", removal) { try await PlaylistEditor(send: $1.send).perform(removal($0)) }
        } twin: {
            Endpoint("removeTrack", removal) {
                try await PlaylistEditor(send: $1.send).perform(removal($0), decodes: true)
            }
        }
    }
}
