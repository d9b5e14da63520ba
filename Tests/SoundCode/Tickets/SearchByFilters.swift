import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Filters {
    var text: String?
    var tags: [String]?
    var from = 0

    func items(joined: Bool) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        if let text { items.append(URLQueryItem(name: "q", value: text)) }
        if joined {
            if let tags { items.append(URLQueryItem(name: "tag", value: tags.joined(separator: ","))) }
        } else {
            items += tags?.map { URLQueryItem(name: "tag", value: $0) } ?? []
        }
        return items + [URLQueryItem(name: "from", value: String(from))]
    }

    func request(joined: Bool = false) throws -> URLRequest {
        guard var components = URLComponents(string: "https://api.tickets.example/events") else {
            throw URLError(.badURL)
        }
        components.queryItems = items(joined: joined)
        let query = components.percentEncodedQuery
        components.percentEncodedQuery = query?.replacing("+", with: "%2B")
        guard let url = components.url else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }
}

extension SoundCode {
    /// Twin: joins the list into one item, as another service expects.
    @Test func searchByFilters() async {
        await compare("tickets", finds: Fault("request.query", at: "/endpoints/search/request/query/tag")) {
            Endpoint("search") { try Filters(text: $0["text"], tags: $0["tags"], from: $0["from"]).request() }
        } twin: {
            Endpoint("search") {
                try Filters(text: $0["text"], tags: $0["tags"], from: $0["from"]).request(joined: true)
            }
        }
    }
}
