import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func seal(_ text: String) throws -> URLRequest {
    guard let url = URL(string: "https://archive.example/seal") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(text.utf8)
    return request
}

extension SoundCode {
    @Test func sealByDigest() async {
        await compare(
            "archive",
            finds: Fault(
                "request.body", at: "/endpoints/seal/request/bytes/sha256",
                telling: "SHA")
        ) {
            Endpoint("seal") { _ in try seal("Ex libris: lend it, and bring it back.\n") }
        } twin: {
            // The same length and beginning, so that only the digest differs.
            Endpoint("seal") { _ in try seal("Ex libris: lend it, and bring it home.\n") }
        }
    }
}
