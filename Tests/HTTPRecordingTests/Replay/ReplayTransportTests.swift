import Foundation
import Testing

@testable import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct ReplayTransportTests {
    private func entry(
        _ method: String = "GET", _ url: String, body: String? = nil, type: String? = nil, answer: String
    ) -> HTTPExchange {
        var headers: HeaderFields = [:]
        headers["Content-Type"] = type
        return HTTPExchange(
            request: RecordedRequest(method: method, url: url, headers: headers, body: body.map(bytes)),
            response: RecordedResponse(status: 200, headers: ["Content-Type": "text/plain"], body: bytes(answer)))
    }

    private func post(_ url: String, _ body: String, type: String = "application/json") throws -> URLRequest {
        var request = try get(url)
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        return request
    }

    @Test(arguments: [
        "https://example.com/a%20b?x=1&y=%41", "https://EXAMPLE.com:443/a%20b?y=A&x=1",
        "https://example.com/%61%20b?x=%31&y=A",
    ])
    func matchesOneRequestInEverySpelling(_ url: String) async throws {
        let replay = ReplayTransport(
            Recording(entries: [entry("GET", "https://example.com/a%20b?x=1&y=A", answer: "yes")]))
        let (data, response) = try await replay.send(try get(url))
        #expect(text(data) == "yes")
        #expect(response.url?.absoluteString == url)
    }

    @Test(arguments: [
        "https://example.com/a/b?x=1&x=2", "https://example.com/a%2Fb?x=1", "https://example.com/a/b",
        "https://example.com/a/b/?x=1", "http://example.com/a/b?x=1", "https://example.com/a/b?x=1&x=1",
        "https://example.com/a/b?X=1", "https://example.com/a/b?x", "https://example.com:8443/a/b?x=1",
    ])
    func rejectsADifferentRequest(_ url: String) async throws {
        let replay = ReplayTransport(Recording(entries: [entry("GET", "https://example.com/a/b?x=1", answer: "no")]))
        await #expect(throws: ReplayMiss.self) { try await replay.send(try get(url)) }
        #expect(replay.misses.count == 1)
        #expect(replay.unplayed == [0])
    }

    @Test(arguments: [
        ("https://example.com/a%0D", "https://example.com/a", "the path is /a%0D, the recording has /a"),
        ("https://example.com/a%2Fb", "https://example.com/a/b", "the path is /a%2Fb, the recording has /a/b"),
        ("https://example.com/a%252Bb", "https://example.com/a+b", "the path is /a%2Bb, the recording has /a+b"),
        (
            "https://example.com/cafe%CC%81", "https://example.com/caf%C3%A9",
            "the path is /cafe%CC%81, the recording has /caf%C3%A9"
        ),
        ("https://example.com/?q=a%0D", "https://example.com/?q=a", "query: q is a%0D, the recording has a"),
        ("https://example.com/?q=b", "https://example.com/?q=a", "query: q is b, the recording has a"),
    ])
    func showsTheBytesOfLookalikeTexts(_ url: String, _ recorded: String, _ reason: String) async throws {
        let replay = ReplayTransport(Recording(entries: [entry("GET", recorded, answer: "no")]))
        let miss = try #require(await #expect(throws: ReplayMiss.self) { try await replay.send(try get(url)) })
        #expect(miss.candidates.first?.reasons.map(\.message) == [reason])
    }

    @Test func comparesJSONByValueAndFormsByField() async throws {
        let replay = ReplayTransport(
            Recording(entries: [
                entry(
                    "POST", "http://h/j", body: #"{"a":1.0,"b":["\u0041"]}"#, type: "application/json", answer: "json"),
                entry(
                    "POST", "http://h/f", body: "a=1&b=x+y", type: "application/x-www-form-urlencoded", answer: "form"),
            ]))
        let json = try await replay.send(try post("http://h/j", #"{ "b": ["A"], "a": 1 }"#))
        #expect(text(json.0) == "json")
        let form = try await replay.send(
            try post("http://h/f", "b=x%20y&a=1", type: "application/x-www-form-urlencoded; charset=utf-8"))
        #expect(text(form.0) == "form")
    }

    @Test func playsEqualEntriesOnceAndInOrder() async throws {
        let replay = ReplayTransport(
            Recording(entries: ["first", "second"].map { entry("GET", "http://h/x", answer: $0) }))
        let request = try get("http://h/x")
        #expect(text(try await replay.send(request).0) == "first")
        #expect(replay.unplayed == [1])
        #expect(text(try await replay.send(request).0) == "second")
        let miss = await #expect(throws: ReplayMiss.self) { try await replay.send(request) }
        #expect(miss?.candidates.first?.reasons.map(\.kind) == [.played])
        #expect(miss?.line == "GET http://h/x is sent more often than recorded")
        #expect(replay.played == [0, 1])
    }

    @Test func explainsTheNearestEntries() async throws {
        let replay = ReplayTransport(
            Recording(entries: [
                entry("GET", "http://other/", answer: ""),
                entry("POST", "http://h/users?limit=10", body: #"{"name":"Ada","age":3}"#, answer: ""),
                entry("POST", "http://h/users?limit=20", body: #"{"name":"Bob","age":3}"#, answer: ""),
            ]))
        let miss = await #expect(throws: ReplayMiss.self) {
            try await replay.send(try post("http://h/users?limit=10&page=2", #"{"name":"Eve","age":3}"#))
        }
        #expect(miss?.candidates.map(\.entry) == [1, 2, 0])
        #expect(
            miss?.candidates.first?.reasons.map(\.message) == [
                "query: page=2 was not recorded", #"body: /name is "Eve", the recording has "Ada""#,
            ])
        #expect(miss?.description.contains("POST http://h/users?limit=10&page=2") == true)
        let line = miss?.line ?? ""
        #expect(
            line.hasPrefix("no recorded exchange is left for POST http://h/users?limit=10&page=2; entry 2 does not"))
    }

    @Test func listsEachRepeatedQueryItemThatDiffers() async throws {
        let replay = ReplayTransport(
            Recording(entries: [entry("GET", "http://h/?a=1&a=1&b=2&c=3&d=1.0&e=5&f=1,2.50", answer: "")]))
        let miss = await #expect(throws: ReplayMiss.self) {
            try await replay.send(try get("http://h/?d=1&c=4&a=1&z=7&y=8&e=5&f=1.0,2.5"))
        }
        #expect(
            miss?.candidates.first?.reasons.map(\.message) == [
                "query: a=1 is missing", "query: b=2 is missing", "query: c is 4, the recording has 3",
                "query: y=8 was not recorded", "query: z=7 was not recorded",
            ])
    }

    @Test func prefersUnplayedEntriesInAMiss() async throws {
        let pages = [1, 3, 4].map { entry("GET", "http://h/alerts?page=\($0)", answer: "") }
        let replay = ReplayTransport(Recording(entries: pages))
        _ = try await replay.send(try get("http://h/alerts?page=1"))
        let miss = await #expect(throws: ReplayMiss.self) {
            try await replay.send(try get("http://h/alerts?page=2"))
        }
        #expect(miss?.candidates.map(\.entry) == [1, 2, 0])
    }

    @Test func redactsRequestsForMatchingAndInMisses() async throws {
        let redaction = Redaction(secrets: [Secret(value: "pa+ss/word", placeholder: "{env:PW}")])
        let recording = redaction.redacted(
            Recording(entries: [
                entry("POST", "http://h/login?key=pa%2Bss/word", body: #"{"pw":"pa+ss\/word"}"#, answer: "in")
            ])
        ).recording
        #expect(recording.entries[0].request.url == "http://h/login?key=%7Benv%3APW%7D")
        let live = ReplayTransport(recording, redaction: redaction)
        let request = try post("http://h/login?key=pa+ss%2fword", #"{"pw":"pa+ss/word"}"#)
        #expect(text(try await live.send(request).0) == "in")
        let miss = await #expect(throws: ReplayMiss.self) { try await live.send(request) }
        #expect(miss.map { "\($0)".contains("ss/word") } == false)
        let replay = ReplayTransport(recording)
        #expect(
            text(try await replay.send(try post("http://h/login?key=%7Benv:PW%7D", #"{"pw":"{env:PW}"}"#)).0) == "in")
    }

    @Test func playsADifferentEntryForEachConcurrentCall() async throws {
        let cards = (0..<23).map { entry("GET", "http://h/deck?card=\($0)", answer: "\($0)") }
        let equal = (0..<50).map { entry("GET", "http://h/next", answer: "next \($0)") }
        let replay = ReplayTransport(Recording(entries: cards + equal))
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for card in 0..<23 {
                group.addTask { text(try await replay.send(try get("http://h/deck?card=\(card)")).0) }
            }
            for _ in 0..<50 { group.addTask { text(try await replay.send(try get("http://h/next")).0) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(answers).count == 73)
        #expect(replay.unplayed.isEmpty)
    }

    @Test func repeatsAllEntriesOfOneMeaning() async throws {
        let entries = [1, 2].map { entry("GET", "http://h/x?n=\($0)", answer: "\($0)") }
        let replay = ReplayTransport(Recording(entries: entries), playback: .repeating) { request in
            var request = request
            request.url = "http://h/x"
            return request
        }
        var answers: [String] = []
        for number in [7, 7, 8, 7] { answers.append(text(try await replay.send(try get("http://h/x?n=\(number)")).0)) }
        #expect(answers == ["1", "2", "1", "2"])
        #expect(text(try await replay.send(try get("http://h/x?n=2")).0) == "2")
    }

    @Test func repeatsEntriesOnRequest() async throws {
        let entries = ["a", "b"].map { entry("GET", "http://h/x", answer: $0) }
        let replay = ReplayTransport(Recording(entries: entries), playback: .repeating)
        var answers = ""
        for _ in 0..<5 { answers += text(try await replay.send(try get("http://h/x")).0) }
        #expect(answers == "ababa")
        #expect(replay.played == [0, 1])
    }
}
