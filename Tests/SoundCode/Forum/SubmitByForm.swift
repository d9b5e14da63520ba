import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum ParameterEncoding {
    case form
    /// Twin: percent-encodes twice.
    case formTwice

    private func escaped(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let once = text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        switch self {
        case .form: return once
        case .formTwice: return once.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        }
    }

    func encode(_ request: URLRequest, with parameters: [(String, String)]) -> URLRequest {
        var request = request
        let pairs = parameters.map { "\($0)=\(escaped($1))" }
        request.httpBody = pairs.joined(separator: "&").data(using: .utf8)
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        return request
    }
}

private func submit(title: String, text: String, nsfw: Bool, _ encoding: ParameterEncoding) throws -> URLRequest {
    guard let url = URL(string: "https://forum.example/api/submit") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    return encoding.encode(request, with: [("title", title), ("text", text), ("nsfw", nsfw ? "true" : "false")])
}

extension SoundCode {
    @Test func submitByForm() async {
        await compare(
            "forum", finds: Fault("request.body", at: "/endpoints/newPost/request/form/title"),
            Fault("request.body", at: "/endpoints/newPost/request/form/text")
        ) {
            Endpoint("newPost") { try submit(title: $0["title"], text: $0["text"], nsfw: $0["nsfw"], .form) }
        } twin: {
            Endpoint("newPost") { try submit(title: $0["title"], text: $0["text"], nsfw: $0["nsfw"], .formTwice) }
        }
    }
}
