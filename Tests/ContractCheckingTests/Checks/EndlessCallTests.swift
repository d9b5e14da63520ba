import ContractChecking
import Foundation
import HTTPRecording
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls that request pages endlessly. A limit on requests ends them long before their deadline.
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

    /// Returns a call that reads pages until one has no next page.
    ///
    /// - Parameter skips: whether the call skips unreadable pages.
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

    @Test func reportsAnEndlessCallUnderAFault() async throws {
        let sound = try await Self.fixture.report(["client/*", "faults/*"], Self.endpoint(skips: false))
        #expect(sound.findings.map(\.message) == [])
        let report = try await Self.fixture.report(["client/*", "faults/*"], Self.endpoint(skips: true))
        #expect(
            report.findings.map { "\($0.rule) \($0.contract.pointer): \($0.message)" } == [
                "faults.hang /endpoints/call/faults/malformedBody: with a malformed body the call does not finish"
            ])
        #expect(report.findings.map(\.expected) == ["completion within 1000 requests"])
    }

    /// An unmatched request gets the next page, so that a call with wrong requests also ends.
    @Test(arguments: [false, true])
    func endsACallWithWrongRequests(isWrong: Bool) async throws {
        let cursors: [String?] = [nil, "cur-aa2", "cur-bb3"]
        let pages = cursors.indices.map { index in
            let next = index < 2 ? "\"\(cursors[index + 1] ?? "")\"" : "null"
            return CallFixture.exchange(
                "GET", "/pages?sort=name" + (cursors[index].map { "&after=\($0)" } ?? ""), #"{"next":\#(next)}"#)
        }
        let page = Endpoint("page") { arguments -> URLRequest in
            let after: String? = try arguments["after"]
            return try notesRequest("/pages?sort=name" + (after.map { "&after=\($0)" } ?? ""))
        }
        let fixture = CallFixture(
            endpoint: """
                "uses": ["page"], "cases": [{ "name": "usual", "status": 200 }],
                "faults": { "staleCursor": { "returns": true } }
                """,
            recordings: ["call.usual": pages],
            others: (
                """
                "page": { "arguments": { "after": { "type": ["string", "null"] } },
                "request": { "method": "GET", "path": "/pages", "query": { "sort": "name", "after": "{after}" } },
                "responses": { "200": { "schema": { "type": "object", "required": ["next"] } }, "410": { "empty": true } } },
                """, [page]
            ))
        let call = Endpoint("call") { _, transport -> Int in
            var (after, count): (String?, Int) = (nil, 0)
            repeat {
                var query = after.map { [URLQueryItem(name: "after", value: $0)] } ?? []
                query.append(URLQueryItem(name: "sort", value: isWrong ? "id" : "name"))
                var components = URLComponents(string: "https://notes.example.com/pages")
                components?.queryItems = query
                let (data, response) = try await transport.send(URLRequest(url: try #require(components?.url)))
                count += 1
                if response.statusCode == 410 {
                    after = nil
                } else {
                    after = (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["next"] as? String
                }
            } while after != nil || count == 2
            return count
        }
        let report = try await fixture.report(["faults/*"], call)
        #expect(report.findings.map(\.message) == [])
        #expect(report.checks.map(\.outcome) == [.passed], "\(report.checks)")
    }

    @Test func reportsAnEndlessLiveCall() async throws {
        let last = Answering { _ in (200, #"{"next":null}"#) }
        let only = ["client/call/*"]
        let sound = try await Self.fixture.report(only, mode: .live, transport: last, Self.endpoint(skips: false))
        #expect(sound.findings.map(\.message) == [])
        let endless = Answering { _ in (200, #"{"next":1}"#) }
        let report = try await Self.fixture.report(only, mode: .live, transport: endless, Self.endpoint(skips: false))
        #expect(
            report.findings.map { "\($0.rule): \($0.expected ?? "")" } == [
                "client.hang: completion within 1000 requests"
            ])
    }

    /// A transport that sends no response and fails when it is cancelled.
    private struct Silent: Transport {
        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            do { try await Task.sleep(for: .seconds(600)) } catch { throw URLError(.cancelled) }
            throw URLError(.badServerResponse)
        }
    }

    @Test func reportsARequestCutOffByTheDeadlineAsTimedOut() async throws {
        let report = try await Self.fixture.report(
            ["response/call/*"], mode: .live, transport: Silent(), deadline: 0.5, Self.endpoint(skips: false))
        #expect(report.checks.map(\.outcome) == [.error])
        #expect(report.checks.first?.reason?.hasPrefix("notes.example.com returned no response (timed out);") == true)
    }
}
