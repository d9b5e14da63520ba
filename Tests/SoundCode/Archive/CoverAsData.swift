import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func put(_ arguments: Arguments, _ encode: (Data) -> Data) throws -> URLRequest {
    let text: String = try arguments["data"]
    guard let data = Data(base64Encoded: text), let url = URL(string: "https://archive.example/cover") else {
        throw URLError(.badURL)
    }
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    request.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
    request.httpBody = encode(data)
    return request
}

private func remark(_ arguments: Arguments, _ encoding: String.Encoding) throws -> URLRequest {
    let text: String = try arguments["text"]
    guard let url = URL(string: "https://archive.example/remarks") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("text/markdown", forHTTPHeaderField: "Content-Type")
    request.httpBody = "# Remark\n\n\(text)".data(using: encoding, allowLossyConversion: true)
    return request
}

extension SoundCode {
    @Test func coverAsData() async {
        await compare("archive", finds: Fault("request.body", at: "/endpoints/cover/request/bytes")) {
            Endpoint("cover") { try put($0) { $0 } }
        } twin: {
            // The contract passes the argument as base64; the service expects the raw bytes.
            Endpoint("cover") { try put($0) { $0.base64EncodedData() } }
        }
    }

    @Test func remarkAsText() async {
        await compare("archive", finds: Fault("request.body", at: "/endpoints/remark/request/text")) {
            Endpoint("remark") { try remark($0, .utf8) }
        } twin: {
            Endpoint("remark") { try remark($0, .ascii) }
        }
    }
}
