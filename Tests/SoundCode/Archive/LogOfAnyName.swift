import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func log(_ arguments: Arguments, disposition: String) throws -> URLRequest {
    let text: String = try arguments["data"]
    guard let data = Data(base64Encoded: text), let url = URL(string: "https://archive.example/logs") else {
        throw URLError(.badURL)
    }
    let boundary = "log-\(UUID())"
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
    let head = "--\(boundary)\r\nContent-Disposition: \(disposition)\r\nContent-Type: text/plain\r\n\r\n"
    request.httpBody = Data(head.utf8) + data + Data("\r\n--\(boundary)--\r\n".utf8)
    return request
}

extension SoundCode {
    /// The contract accepts any file name, even one that changes with each request.
    @Test func logOfAnyName() async {
        await compare("archive", finds: Fault("request.body", at: "/endpoints/log/request/multipart/log/filename")) {
            Endpoint("log") { try log($0, disposition: "form-data; name=\"log\"; filename=\"\(UUID()).log\"") }
        } twin: {
            Endpoint("log") { try log($0, disposition: "form-data; name=\"log\"") }
        }
    }
}
