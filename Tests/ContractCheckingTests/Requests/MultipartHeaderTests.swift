import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Header fields of the parts of a multipart body.
struct MultipartHeaderTests {
    private static let sound =
        "Content-Disposition: form-data; name=\"log\"; filename=\"a%22b.txt\"\r\nContent-Type: text/plain\r\n"

    @Test(
        arguments: [
            (sound, nil),
            ("Content-Disposition: form-data; name=\"log\"; filename=\"a\\\"b\" \r\nContent-Type: text/plain\r\n", nil),
            (
                "Content-Disposition: form-data; name=\"log\"; filename=\"a\"b\"\r\nContent-Type: text/plain\r\n",
                "request.body: the part 'log' has a raw quote in the parameter 'filename'"
            ),
            (
                "Content-Disposition: form-data; name=\"log\"; filename=\"a\nb\"\r\nContent-Type: text/plain\r\n",
                "request.body: the part 'log' has a line break within a header"
            ),
            (
                "Content-Disposition: form-data; name=\"log\"; filename=\"a\"; x=\"\nContent-Type: text/plain\"\r\nContent-Type: text/plain\r\n",
                "request.body: the part 'log' has a line break within a header"
            ),
            (
                "Content-Type: text/plain\nContent-Disposition: form-data; name=\"log\"; filename=\"a\"\n",
                "request.body: the multipart body cannot be read"
            ),
        ] as [(String, String?)])
    func checksTheSyntaxOfPartHeaders(headers: String, finding: String?) async throws {
        let found = try await requestFindings(
            arguments: "{}",
            request: """
                { "method": "POST", "path": "/logs", "multipart": { "log": { "value": "x", "filename": true, "content": "text/plain" } } }
                """, given: "{}"
        ) { _ in
            var request = try notesRequest("/logs", method: "POST")
            request.setValue("multipart/form-data; boundary=b", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data("--b\r\n\(headers)\r\nx\r\n--b--\r\n".utf8)
            return request
        }
        #expect(found.count == (finding == nil ? 0 : 1), "\(found)")
        #expect(found.allSatisfy { $0.hasPrefix(finding ?? "-") }, "\(found)")
    }
}
