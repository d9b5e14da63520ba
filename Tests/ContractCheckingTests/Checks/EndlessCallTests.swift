import ContractChecking
import Foundation
import HTTPRecording
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A call that asks for page after page ends by its requests, long before its deadline.
struct EndlessCallTests {
    private enum PageError: Error { case unreadable }

    private static let fixture = CallFixture(
        endpoint: """
            "request": { "method": "GET", "path": "/pages", "query": { "page": "1" } },
            "responses": { "200": { "schema": { "type": "object", "required": ["next"] } } },
            "cases": [{ "name": "usual", "status": 200 }], "faults": { "malformedBody": "unreadable" }
            """,
        recordings: [
            "call.usual": [CallFixture.exchange("GET", "/pages?page=1", #"{"next":null}"#)]
        ])

    private static func request(_ page: Int) -> URLRequest {
        var request = URLRequest(url: URL(string: "https://notes.example.com/pages?page=\(page)") ?? URL(filePath: "/"))
        request.timeoutInterval = 20
        return request
    }

    /// Reads pages until one names no next page.
    ///
    /// - Parameter skips: whether a page that cannot be read is passed over.
    private static func endpoint(skips: Bool) -> Endpoint {
        Endpoint("call") { _ in
            request(1)
        } call: { _, transport -> Int in
            var page = 1
            while true {
                let (data, _) = try await transport.send(request(page))
                let json: Any?
                do { json = try JSONSerialization.jsonObject(with: data) } catch { json = nil }
                guard let object = json as? [String: Any] else {
                    guard skips else { throw PageError.unreadable }
                    page += 1
                    continue
                }
                guard let next = object["next"] as? Int else { return page }
                page = next
            }
        }
    }

    @Test func tellsACallWithoutAnEndUnderAFault() async throws {
        let sound = try await Self.fixture.report(["client/*", "faults/*"], Self.endpoint(skips: false))
        #expect(sound.findings.map(\.message) == [])
        let report = try await Self.fixture.report(["client/*", "faults/*"], Self.endpoint(skips: true))
        #expect(
            report.findings.map { "\($0.rule) \($0.contract.pointer): \($0.message)" } == [
                "faults.hang /endpoints/call/faults/malformedBody: with a malformed body the call does not end"
            ])
        #expect(report.findings.map(\.expected) == ["an end within 1000 requests"])
    }

    @Test func tellsALiveCallWithoutAnEnd() async throws {
        let last = Answering { _ in (200, #"{"next":null}"#) }
        let only = ["client/call/*"]
        let sound = try await Self.fixture.report(only, mode: .live, transport: last, Self.endpoint(skips: false))
        #expect(sound.findings.map(\.message) == [])
        let endless = Answering { _ in (200, #"{"next":1}"#) }
        let report = try await Self.fixture.report(only, mode: .live, transport: endless, Self.endpoint(skips: false))
        #expect(
            report.findings.map { "\($0.rule): \($0.expected ?? "")" } == ["client.hang: an end within 1000 requests"])
    }
}
