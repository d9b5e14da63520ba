import ContractChecking
import Foundation
import HTTPRecording
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Truncated, hostile and oversized bodies. Each is reported with its location, and nothing is recorded.
struct BrokenExchangeTests {
    struct Broken: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The members of the request in the contract, followed by the body that the builder sends.
        var request = #""method": "GET""#
        var sent: (type: String, body: @Sendable () -> Data)?
        /// The members of the response in the contract, followed by the body that the service returns.
        var response = ""
        var answer = (type: "text/plain", body: "")
        let place: String
        let message: String
    }

    private static let bomb = """
        <!DOCTYPE z [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><z>&c;</z>
        """

    private static let part = "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"a\"\r\n\r\n"

    private static let multipart =
        #""method": "POST", "multipart": { "a": { "bytes": { "minLength": 1 }, "filename": true } }"#

    static let all = [
        Broken(
            testDescription: "a multipart body that is cut in the middle", request: multipart,
            sent: ("multipart/form-data; boundary=b", { Data("\(part)te".utf8) }),
            place: "request.body /request/multipart", message: "the body is cut off in part 1"),
        Broken(
            testDescription: "a part of 100 MB", request: multipart,
            sent: (
                "multipart/form-data; boundary=b",
                { Data(part.utf8) + Data(repeating: 0x61, count: 100_000_000) + Data("\r\n--b--\r\n".utf8) }
            ), place: "request.body /request/multipart", message: "a multipart body of more than 67108864 is not read"),
        Broken(
            testDescription: "a document type in what is sent",
            request: #""method": "POST", "headers": { "Content-Type": "text/xml" }, "xml": "<z>a</z>""#,
            sent: ("text/xml", { Data("<!DOCTYPE z [<!ENTITY a 'a'>]><z>&a;</z>".utf8) }),
            place: "request.body /request/xml", message: "a document type declaration (DOCTYPE) is refused"),
        Broken(
            testDescription: "entities that multiply in an answer",
            response: #""content": "text/xml", "xml": { "required": ["z"] }"#, answer: ("text/xml", bomb),
            place: "response.body /responses/200/xml", message: "a document type declaration (DOCTYPE) is refused"),
        Broken(
            testDescription: "elements that nest without end",
            response: #""content": "text/xml", "xml": { "required": ["z"] }"#,
            answer: ("text/xml", String(repeating: "<z>", count: 100_000)),
            place: "response.body /responses/200/xml", message: "256"),
        Broken(
            testDescription: "an event that is cut", response: #""content": "application/x-ndjson", "events": {}"#,
            answer: ("application/x-ndjson", "{\"a\":1}\n{\"a\":"), place: "response.event /responses/200/events",
            message: "JSON"),
        Broken(
            testDescription: "errors of GraphQL in a 200",
            request: #""method": "POST", "graphql": { "document": "{ a }" }"#,
            sent: ("application/json", { Data(#"{"query":"{ a }"}"#.utf8) }),
            response: #""schema": {} }, "200 errors": { "schema": { "required": ["errors"] }"#,
            answer: ("application/json", #"{"errors":[{"message":"no"}],"data":null}"#),
            place: "response.body /responses/200",
            message: "the response contains errors, but the case expects none"),
    ]

    private struct Service: Transport {
        let answer: (type: String, body: String)

        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            let response = try HTTPURLResponse(
                url: #require(request.url), statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: ["Content-Type": answer.type])
            return (Data(answer.body.utf8), try #require(response))
        }
    }

    @Test(arguments: all) func reportsTheLocationAndRecordsNothing(_ broken: Broken) async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            { "service": "notes", "origin": "https://notes.example.com", "endpoints": { "call": {
                "request": { "path": "/a", \(broken.request) }, "responses": { "200": { \(broken.response) } },
                "cases": [ { "name": "one", "status": 200 } ] } } }
            """, to: "Contracts/notes/contract.json")
        @Sendable func request() throws -> URLRequest {
            var request = URLRequest(url: try #require(URL(string: "https://notes.example.com/a")))
            guard let sent = broken.sent else { return request }
            request.httpMethod = "POST"
            request.setValue(sent.type, forHTTPHeaderField: "Content-Type")
            request.httpBody = sent.body()
            return request
        }
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            ContractChecking.Service("notes") {
                Endpoint("call") { _ in
                    try request()
                } call: { _, transport in
                    _ = try await transport.send(try request())
                }
            }
        }
        var options = Options(mode: .record)
        options.servers.transport = Service(answer: broken.answer)
        options.recording.provider = .local
        options.recording.allowsCI = true
        options.allowsUnsafeMethods = true
        let report = await suite.verify(options)
        let found = report.findings.map { finding in
            "\(finding.rule) " + finding.contract.pointer.tokens.dropFirst(2).map { "/\($0)" }.joined()
        }
        #expect(found.contains(broken.place), "\(found)")
        let messages = report.findings.map { "\($0.message) \($0.found ?? "")" }.joined(separator: "\n")
        #expect(messages.contains(broken.message), "\(messages.prefix(2_000))")
        let recordings = folder.path("Recordings")
        let written =
            FileManager.default.fileExists(atPath: recordings)
            ? try FileManager.default.subpathsOfDirectory(atPath: recordings).filter { !$0.hasPrefix(".") } : []
        #expect(written.filter { $0.contains("call") } == [])
    }
}
