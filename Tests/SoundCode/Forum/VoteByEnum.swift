import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum Direction: Int, Encodable, Sendable {
    case down = -1
    case none, up
}

private struct VoteAPI {
    var headers = ["Content-Type": "application/json", "X-Requested-With": "app"]

    func vote(_ direction: Direction, on post: String) throws -> URLRequest {
        var path = CharacterSet.urlPathAllowed
        path.remove(charactersIn: "/;")
        guard let segment = post.addingPercentEncoding(withAllowedCharacters: path),
            let url = URL(string: "https://forum.example/api/posts/\(segment)/vote")
        else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        headers.forEach { request.addValue($1, forHTTPHeaderField: $0) }
        request.httpBody = try JSONEncoder().encode(["dir": direction])
        return request
    }
}

extension SoundCode {
    /// Twin: omits the header that guards against cross-site requests.
    @Test func voteByEnum() async {
        await compare("forum", finds: Fault("request.header", at: "/endpoints/vote/request/headers/X-Requested-With")) {
            Endpoint("vote") { try VoteAPI().vote($0["vote"], on: $0["post"]) }
        } twin: {
            Endpoint("vote") {
                try VoteAPI(headers: ["Content-Type": "application/json"]).vote($0["vote"], on: $0["post"])
            }
        }
    }
}
