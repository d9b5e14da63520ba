import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension CharacterSet {
    /// The characters that a query value may contain unescaped (RFC 3986, section 2.3).
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

private func city(_ name: String, key: String, allowing allowed: CharacterSet) throws -> URLRequest {
    let query = [("q", name), ("appid", key)].map { pair in
        "\(pair.0)=\(pair.1.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
    }
    guard let url = URL(string: "https://api.weather.example/v1/city?" + query.joined(separator: "&")) else {
        throw URLError(.badURL)
    }
    return URLRequest(url: url)
}

extension SoundCode {
    /// Twin: encodes with `urlQueryAllowed`, which leaves the separators of query items unescaped.
    @Test func cityByHand() async {
        await compare(
            "weather", finds: Fault("request.query", at: "/endpoints/city/request/query/q"),
            Fault("request.query", at: "/endpoints/city/request/query")
        ) {
            Endpoint("city") { try city($0["name"], key: $0["key"], allowing: .unreserved) }
        } twin: {
            Endpoint("city") { try city($0["name"], key: $0["key"], allowing: .urlQueryAllowed) }
        }
    }
}
