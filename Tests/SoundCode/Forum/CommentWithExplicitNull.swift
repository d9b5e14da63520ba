import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A comment that sends an explicit null if it has no parent.
private struct NewComment: Encodable {
    let post: String
    let parent: Int?
    let text: String

    enum CodingKeys: CodingKey { case post, parent, text }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(post, forKey: .post)
        try container.encode(parent, forKey: .parent)
        try container.encode(text, forKey: .text)
    }
}

private func request(body: Data) throws -> URLRequest {
    guard let url = URL(string: "https://forum.example/api/comments") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = body
    return request
}

extension SoundCode {
    /// Twin: builds JSON by interpolation and does not escape the text.
    @Test func commentWithExplicitNull() async {
        await compare("forum", finds: Fault("request.body", at: "/endpoints/newComment/request/body")) {
            Endpoint("newComment") { arguments in
                let comment = NewComment(
                    post: try arguments["post"], parent: try arguments["parent"], text: try arguments["text"])
                return try request(body: JSONEncoder().encode(comment))
            }
        } twin: {
            Endpoint("newComment") { arguments in
                let parent: Int? = try arguments["parent"]
                let (post, text): (String, String) = (try arguments["post"], try arguments["text"])
                let json = #"{"post":"\#(post)","parent":\#(parent.map(String.init) ?? "null"),"text":"\#(text)"}"#
                return try request(body: Data(json.utf8))
            }
        }
    }
}
