import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private protocol TargetType {
    var baseURL: String { get }
    var path: String { get }
    var method: String { get }
    var parameters: [String: Any] { get }
}

extension TargetType {
    func urlRequest() throws -> URLRequest {
        var components = URLComponents(string: baseURL + path)
        components?.queryItems = parameters.sorted { $0.key < $1.key }.map { name, value in
            URLQueryItem(name: name, value: (value as? [String])?.joined(separator: ",") ?? "\(value)")
        }
        let query = components?.percentEncodedQuery
        components?.percentEncodedQuery = query?.replacingOccurrences(of: "+", with: "%2B")
        guard let url = components?.url else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        return request
    }
}

private enum MusicTarget: TargetType {
    case search(String, kinds: [String], limit: Int, offset: Int)
    /// Twin: sends a page number instead of an offset.
    case searchPage(String, kinds: [String], limit: Int, offset: Int)

    var baseURL: String { "https://api.music.example" }
    var path: String { "/v1/search" }
    var method: String { "GET" }

    var parameters: [String: Any] {
        switch self {
        case .search(let text, let kinds, let limit, let offset):
            ["q": text, "type": kinds, "limit": limit, "offset": offset]
        case .searchPage(let text, let kinds, let limit, let offset):
            ["q": text, "type": kinds, "limit": limit, "offset": offset / limit]
        }
    }
}

extension SoundCode {
    @Test func searchByTarget() async {
        await compare("music", finds: Fault("request.query", at: "/endpoints/search/request/query/offset")) {
            Endpoint("search") {
                try MusicTarget.search($0["text"], kinds: $0["kinds"], limit: $0["limit"], offset: $0["offset"])
                    .urlRequest()
            }
        } twin: {
            Endpoint("search") { arguments in
                let limit: Int = try arguments["limit"]
                return try MusicTarget.searchPage(
                    arguments["text"], kinds: arguments["kinds"], limit: max(1, limit), offset: arguments["offset"]
                ).urlRequest()
            }
        }
    }
}
