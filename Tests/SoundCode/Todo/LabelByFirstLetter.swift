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

/// Twin: reads the first character without checking for an empty name.
private func patientLabel(_ name: String) throws -> URLRequest {
    var request = try label(name)
    request.networkServiceType = name[name.startIndex] == "." ? .background : .default
    return request
}

extension SoundCode {
    @Test func labelByFirstLetter() async throws {
        try await compareIsolated(
            "todo", finds: Fault("request.trap", at: "/endpoints/label/arguments/name")
        ) {
            Endpoint("label") { try label($0["name"]) }
        } twin: {
            Endpoint("label") { try patientLabel($0["name"]) }
        }
    }
}
