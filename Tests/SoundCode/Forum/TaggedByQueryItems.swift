import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func posts(tags: [String], unread: Bool?, joined: Bool) throws -> URLRequest {
    var components = URLComponents(string: "https://forum.example/api/posts")
    var items = joined ? [tags.joined(separator: ",")] : tags
    if tags.isEmpty { items = [] }
    components?.queryItems = items.map { URLQueryItem(name: "tag[]", value: $0) }
    if let unread { components?.queryItems?.append(URLQueryItem(name: "unread", value: String(unread))) }
    let query = components?.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    components?.percentEncodedQuery = query
    guard let url = components?.url else { throw URLError(.badURL) }
    return URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
}

extension SoundCode {
    /// Twin: sends only one of the tags.
    @Test func taggedByQueryItems() async {
        await compare(
            "forum",
            finds: Fault(
                "request.query", at: "/endpoints/tagged/request/query/tag[]", telling: "occurs once, not 2 times")
        ) {
            Endpoint("tagged") { try posts(tags: $0["tags"], unread: $0["unread"], joined: false) }
        } twin: {
            Endpoint("tagged") { try posts(tags: $0["tags"], unread: $0["unread"], joined: true) }
        }
    }
}
