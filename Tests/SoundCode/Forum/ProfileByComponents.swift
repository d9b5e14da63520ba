import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func profile(_ name: String, isEscaped: Bool) throws -> URLRequest {
    var segment = CharacterSet.urlPathAllowed
    segment.remove(charactersIn: "/;")
    guard let escaped = name.addingPercentEncoding(withAllowedCharacters: segment) else { throw URLError(.badURL) }
    var components = URLComponents()
    components.scheme = "https"
    components.host = "forum.example"
    if isEscaped {
        components.percentEncodedPath = "/users/\(escaped)"
    } else {
        components.path = "/users/\(escaped)"
    }
    guard let url = components.url else { throw URLError(.badURL) }
    return URLRequest(url: url)
}

extension SoundCode {
    /// Twin: assigns an encoded name to `path`, which encodes its percent signs again.
    @Test func profileByComponents() async {
        await compare("forum", finds: Fault("request.path", at: "/endpoints/profile/request/path")) {
            Endpoint("profile") { try profile($0["name"], isEscaped: true) }
        } twin: {
            Endpoint("profile") { try profile($0["name"], isEscaped: false) }
        }
    }
}
