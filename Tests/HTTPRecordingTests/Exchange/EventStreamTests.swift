import Foundation
import JSONSchema
import Testing

@testable import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Parsing of event streams as browsers and line readers do it, and preservation of the received chunks.
struct EventStreamTests {
    private func events(_ text: String, _ format: EventStream.Format) -> [String] {
        EventStream(Array(text.utf8), format).events.map { "\($0.name): \($0.data)" }
    }

    @Test(
        arguments: [
            ("data: 1\n\ndata: 2\n\n", ["message: 1", "message: 2"]),
            (": a comment\nretry: 10\nid: 7\n\ndata:1\n\n", ["message: 1"]),
            ("event: add\r\ndata: 1\r\n\r\nevent: end\rdata: 2\r\r", ["add: 1", "end: 2"]),
            ("data: a\ndata:  b\ndata\n\n", ["message: a\n b\n"]),
            // The name applies to its own event only. An event without a data line is not dispatched.
            ("event: add\n\ndata: 1\n\n", ["message: 1"]),
            ("data\n\n", ["message: "]),
            // An event without a terminating blank line is not dispatched.
            ("data: 1\n\ndata: 2\n", ["message: 1"]), ("data: 1", []),
            ("\u{FEFF}data: 1\n\n", ["message: 1"]), ("", []), ("\n\n\n", []),
            ("nobody: knows\ndata: 1\n\n", ["message: 1"]),
        ] as [(String, [String])])
    func readsServerSentEvents(text: String, expected: [String]) { #expect(events(text, .sse) == expected) }

    @Test(
        arguments: [
            ("1\n2\n", ["message: 1", "message: 2"]), ("1\r\n2", ["message: 1", "message: 2"]),
            ("\n{}\n \t\r\n\n[]\n\n", ["message: {}", "message: []"]), ("", []), ("\u{FEFF}1", ["message: 1"]),
        ] as [(String, [String])])
    func readsJSONLines(text: String, expected: [String]) { #expect(events(text, .ndjson) == expected) }

    @Test func roundTripsEvents() {
        let events = [(name: "message", data: "{}"), (name: "end", data: "a\nb")]
        #expect(
            String(decoding: EventStream.bytes(of: events, .sse), as: UTF8.self)
                == "data: {}\n\nevent: end\ndata: a\ndata: b\n\n")
        #expect(
            EventStream(EventStream.bytes(of: events, .sse), .sse).events.map(\.name) == ["message", "end"])
        #expect(String(decoding: EventStream.bytes(of: [events[0], events[0]], .ndjson), as: UTF8.self) == "{}\n{}\n")
    }

    @Test func writesEachLineOfAnEventAsAField() {
        let bytes = EventStream.bytes(of: [(name: "message", data: "a\r\nb\rc\n\u{2028}d")], .sse)
        #expect(String(decoding: bytes, as: UTF8.self) == "data: a\ndata: b\ndata: c\ndata: \u{2028}d\n\n")
        #expect(EventStream(bytes, .sse).events.map(\.data) == ["a\nb\nc\n\u{2028}d"])
    }

    @Test func detectsTheFormatByMediaType() {
        #expect(EventStream.Format(of: MediaType("Text/Event-Stream; charset=utf-8")) == .sse)
        #expect(EventStream.Format(of: MediaType("application/x-ndjson")) == .ndjson)
        #expect(EventStream.Format(of: MediaType("application/json")) == nil)
    }

    // MARK: - Pieces

    private func streamed(_ pieces: [String]) -> RecordedResponse {
        var response = RecordedResponse(
            status: 200, headers: ["Content-Type": "text/event-stream"], body: Array(pieces.joined().utf8))
        response.chunks = pieces.map(\.utf8.count)
        return response
    }

    private func recording(_ response: RecordedResponse) -> Recording {
        Recording(entries: [
            HTTPExchange(
                request: RecordedRequest(method: "GET", url: "https://a.example.com/events"), response: response,
                started: Timestamp(Date(timeIntervalSince1970: 0)))
        ])
    }

    @Test func preservesChunksInARoundTrip() throws {
        let recording = recording(streamed(["data: ", "1\n\n", "data: 2\n\n"]))
        let text = String(decoding: recording.serialized(), as: UTF8.self)
        #expect(try JSON(parsing: text)[pointer: "/log/entries/0/response/content/_chunks"] == [6, 3, 9])
        let read = try Recording(parsing: recording.serialized(), file: "a.har")
        #expect(read == recording)
        #expect(read.contradictions.isEmpty)
        #expect(read.entries.first?.extras == nil)
    }

    /// Edited chunk lengths that contradict the body are reported; impossible lengths are rejected.
    @Test func reportsEditedChunks() throws {
        let text = String(decoding: recording(streamed(["data: 1\n\n", "data: 2\n\n"])).serialized(), as: UTF8.self)
        func edited(_ first: String) -> [UInt8] {
            Array(text.replacing(/"_chunks": \[\s+9,/, with: "\"_chunks\": [ \(first),").utf8)
        }
        let read = try Recording(parsing: edited("8"), file: "a.har")
        #expect(read.contradictions.map(\.pointer) == ["/response/content/_chunks"])
        #expect(read.contradictions.first?.expected == "pieces of 18 bytes in all")
        #expect(throws: RecordingError.self) { try Recording(parsing: edited("-1"), file: "a.har") }
        #expect(throws: RecordingError.self) { try Recording(parsing: edited("\"9\""), file: "a.har") }
    }

    @Test func ignoresChunkBoundariesInComparisons() {
        #expect(recording(streamed(["data: 1\n\n"])).isEquivalent(to: recording(streamed(["data: ", "1\n\n"]))))
    }

    /// A boundary outside of the redacted text is kept; a boundary within it is lost.
    @Test func adjustsChunkBoundariesToRedaction() {
        var response = RecordedResponse(status: 200, body: Array("aaaaSECRETbb".utf8))
        response.chunks = [4, 3, 4, 1]
        #expect(response.chunks(of: Array("aaaa{x}bb".utf8)) == [4, 4, 1])
        #expect(response.chunks(of: response.body) == [4, 3, 4, 1])
        #expect(response.chunks(of: Array("other".utf8)) == [5])
    }

    @Test func replaysTheSameChunks() async throws {
        let url = try #require(URL(string: "https://a.example.com/events"))
        let replay = ReplayTransport(recording(streamed(["data: ", "1\n\n", "data: 2\n\n"])))
        var pieces: [String] = []
        for try await chunk in try await replay.stream(URLRequest(url: url)).chunks {
            pieces.append(String(decoding: chunk, as: UTF8.self))
        }
        #expect(pieces == ["data: ", "1\n\n", "data: 2\n\n"])
    }

    @Test func replaysAStreamOfUnknownChunksByteByByte() async throws {
        let url = try #require(URL(string: "https://a.example.com/events"))
        let response = RecordedResponse(
            status: 200, headers: ["Content-Type": "text/event-stream"], body: Array("data: é\n\n".utf8))
        var pieces: [Data] = []
        for try await chunk in try await ReplayTransport(recording(response)).stream(URLRequest(url: url)).chunks {
            pieces.append(chunk)
        }
        #expect(pieces.map(\.count) == Array(repeating: 1, count: 10))
        #expect(Data(pieces.joined()) == Data(response.body))
    }
}

struct LinkHeaderTests {
    @Test(
        arguments: [
            (#"<https://a.example.com/?page=2>; rel="next""#, "https://a.example.com/?page=2"),
            (#"</items?page=2>; rel=next"#, "https://a.example.com/items?page=2"),
            (#"<?page=2>;rel=next"#, "https://a.example.com/items/?page=2"),
            (#"<b>; rel="prev", <c>; rel="last next""#, "https://a.example.com/items/c"),
            (#"<b>; title="a, \"next\"; rel=next"; rel="first", <d>; REL=NEXT"#, "https://a.example.com/items/d"),
            (#"<b>; rel=prev; rel=next, <e> ; rel = "next""#, "https://a.example.com/items/e"),
            (#"<b>; rel=next; anchor="/other", , <f>; rel=next,"#, "https://a.example.com/items/f"),
            (#"no link, <g>; rel=next"#, "https://a.example.com/items/g"),
            ("<h", nil), ("", nil), ("<i>", nil), (#"<j>; rel="previous""#, nil), ("<k>; rel", nil),
        ] as [(String, String?)])
    func findsTheNextLink(value: String, expected: String?) {
        let header = LinkHeader([value])
        #expect(header.target(of: "next", base: "https://a.example.com/items/")?.absolute == expected)
    }

    @Test func readsRepeatedLinkFields() {
        let header = LinkHeader(["<a>; rel=first", "<b>; rel=next"])
        #expect(header.links.map(\.target) == ["a", "b"])
        #expect(header.target(of: "NEXT", base: nil)?.written == "b")
    }
}
