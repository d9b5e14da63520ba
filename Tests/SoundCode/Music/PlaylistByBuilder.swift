import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct RequestBuilder {
    private var method = "GET"
    private var segments: [String] = []
    private var headers: [String: String] = [:]
    private var body: Data?

    func method(_ method: String) -> Self { with { $0.method = method } }
    func path(_ segments: String...) -> Self { with { $0.segments += segments } }

    func json(_ value: some Encodable) throws -> Self {
        let data = try JSONEncoder().encode(value)
        return with {
            $0.body = data
            $0.headers["Content-Type"] = "application/json; charset=utf-8"
        }
    }

    func build() throws -> URLRequest {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "/;")
        let path = segments.map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
        guard let url = URL(string: "https://api.music.example/v1/" + path.joined(separator: "/")) else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        request.httpBody = body
        return request
    }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

private struct NewPlaylist: Encodable {
    let name: String
    let description: String?
    let `public`: Bool
}

private struct Created: Decodable { let id: String }

extension SoundCode {
    /// Twin: sends the builder's default method.
    @Test func playlistByBuilder() async {
        @Sendable func request(_ arguments: Arguments, _ start: RequestBuilder) throws -> URLRequest {
            try start.path("users", try arguments["user"], "playlists").json(
                NewPlaylist(
                    name: try arguments["name"], description: try arguments["about"], public: try arguments["isPublic"])
            ).build()
        }
        await compare(
            "music", finds: Fault("request.method", at: "/endpoints/createPlaylist/request/method"),
            Fault("replay.no-match", at: "/endpoints/createPlaylist/cases/0")
        ) {
            Endpoint("createPlaylist") {
                try request($0, RequestBuilder().method("POST"))
            } call: {
                let (data, _) = try await $1.send(request($0, RequestBuilder().method("POST")))
                return try JSONDecoder().decode(Created.self, from: data).id
            }
        } twin: {
            Endpoint("createPlaylist") {
                try request($0, RequestBuilder())
            } call: {
                let (data, _) = try await $1.send(request($0, RequestBuilder()))
                return try JSONDecoder().decode(Created.self, from: data).id
            }
        }
    }
}
