import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func label(_ name: String) throws -> URLRequest {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/;"))
    guard let segment = name.addingPercentEncoding(withAllowedCharacters: allowed),
        let url = URL(string: "https://todo.example/api/labels/\(segment)")
    else { throw URLError(.badURL) }
    return URLRequest(url: url)
}

/// Twin: every name has a first letter.
private func indexedLabel(_ name: String) throws -> URLRequest {
    guard let url = URL(string: "https://todo.example/api/labels?letter=\(name[name.startIndex])") else {
        throw URLError(.badURL)
    }
    return try url.query == nil ? URLRequest(url: url) : label(name)
}

extension SoundCode {
    @Test func labelAddressForced() async throws {
        try await compareIsolated(
            "todo", finds: Fault("request.trap", at: "/endpoints/label/arguments/name", telling: "")
        ) {
            Endpoint("label") { try label($0["name"]) }
        } twin: {
            Endpoint("label") { try indexedLabel($0["name"]) }
        }
    }
}
