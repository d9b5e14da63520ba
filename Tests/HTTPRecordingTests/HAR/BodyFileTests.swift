import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import HTTPRecording

@Suite("Bodies in separate files")
struct BodyFileTests {
    private static let wire = #"{"a":1.50,"b":"x, \"y\": {z}","c":[],"d":[{"e":null},2],"f":{}}"#
    private static let pretty = """
        {
          "a": 1.50,
          "b": "x, \\"y\\": {z}",
          "c": [],
          "d": [
            {
              "e": null
            },
            2
          ],
          "f": {}
        }

        """

    private func recording(_ body: String, _ type: String = "application/json", _ day: String = "2026-01-31") throws
        -> Recording
    {
        let moment = try #require(Timestamp("\(day)T08:00:00Z"))
        var exchange = HTTPExchange(
            request: RecordedRequest(url: "https://api.example.com/items"),
            response: RecordedResponse(
                status: 200,
                headers: [
                    "Content-Type": type, "Content-Length": "\(body.utf8.count)", "Date": "Sat, 31 Jan 2026 \(day)",
                ], body: Array(body.utf8)))
        exchange.started = moment
        return Recording(
            entries: [exchange],
            provenance: Recording.Provenance(origin: "https://api.example.com", provider: .live, recordedAt: moment))
    }

    private func write(_ recording: Recording, to folder: TemporaryFolder) throws {
        let transaction = try RecordingStore(folder: folder.url).begin()
        _ = try transaction.stage(Redaction(secrets: []).redacted(recording), at: "shop/items.all.har")
        try transaction.commit()
    }

    private func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("shop").path).sorted()
    }

    @Test("JSON is laid out with one member per line and its original tokens")
    func pretty() throws {
        let file = try #require(BodyFile(of: Array(Self.wire.utf8), MediaType("application/json")))
        #expect(String(decoding: file.bytes, as: UTF8.self) == Self.pretty)
        #expect(file.layout == .compact)
        #expect(BodyFile.body(of: file.bytes, file.layout) == Array(Self.wire.utf8))
    }

    @Test(
        "A short body or one that could not be restored exactly stays in the HAR",
        arguments: [
            "{\"a\":1, \"b\":[1,2,3,4,5,6,7,8,9]}", "[1,2,3,4,5,6,7,8,9,10,11]\n",
            "{\"a\" : 1,\"b\" : [1,2,3,4,5,6,7,8,9]}",
            "{\"a\":[1,2,3,4,5,6,7,8,9,10]",
            "{\r\n\"a\": 1,\r\n\"b\": 2,\r\n\"c\": [\r\n1,\r\n2,\r\n3,\r\n4,\r\n5,\r\n6,\r\n7,\r\n8,\r\n9\r\n]}",
            "{\"a\":1,\"b\":2}",
        ])
    func stays(_ body: String) throws {
        #expect(BodyFile(of: Array(body.utf8), MediaType("application/json")) == nil)
    }

    @Test("Text with line breaks is stored verbatim")
    func exact() throws {
        let text = "{\n\t\"a\": 1,\n\t\"b\": [\n1,\n2,\n3,\n4,\n5,\n6,\n7,\n8,\n9]\n}"
        let file = try #require(BodyFile(of: Array(text.utf8), MediaType("application/json")))
        #expect(file.layout == .exact && file.bytes == Array(text.utf8))
        #expect(
            BodyFile(of: Array("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n".utf8), MediaType("application/xml"))?.suffix
                == "xml")
        #expect(
            BodyFile(of: Array("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n".utf8), MediaType("text/markdown"))?.suffix == "txt"
        )
    }

    @Test("Random bodies are restored exactly", arguments: 0..<40)
    func anyBody(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        let pieces = ["{", "}", "[", "]", ",", ":", "\"", "\\", "\n", " ", "1", "e", "é", "\"a\":1", "null", "\t"]
        for _ in 0..<200 {
            let text = (0..<Int(random.next() % 60)).map { _ in pieces[Int(random.next() % 16)] }.joined()
            guard let file = BodyFile(of: Array(text.utf8), MediaType("application/json")) else { continue }
            #expect(BodyFile.body(of: file.bytes, file.layout) == Array(text.utf8))
        }
    }

    @Test("A recording with a body file round-trips")
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        let recording = try recording(Self.wire)
        try write(recording, to: folder)
        #expect(try names(folder) == ["items.all.1.json", "items.all.har"])
        #expect(try folder.text(of: "shop/items.all.1.json") == Self.pretty)
        let har = try JSON(parsing: try folder.text(of: "shop/items.all.har"))
        let content = har[pointer: "/log/entries/0/response/content"]
        #expect(
            content == ["size": -1, "mimeType": "application/json", "_file": "items.all.1.json", "_layout": "compact"])
        #expect(try RecordingStore(folder: folder.url).load("shop/items.all.har") == recording)
    }

    @Test("A changed member changes one line of the body file and nothing else")
    func oneLine() throws {
        let folder = try TemporaryFolder()
        try write(try recording(Self.wire), to: folder)
        let har = try folder.text(of: "shop/items.all.har")
        try write(
            try recording(Self.wire.replacing("1.50", with: "12345.75"), "application/json", "2026-02-01"), to: folder)
        #expect(try folder.text(of: "shop/items.all.har") == har)
        let old = Self.pretty.split(separator: "\n")
        let new = try folder.text(of: "shop/items.all.1.json").split(separator: "\n")
        #expect(zip(old, new).filter { $0 != $1 }.map(\.1) == ["  \"a\": 12345.75,"] && old.count == new.count)
        let read = try RecordingStore(folder: folder.url).load("shop/items.all.har")
        let body = Self.wire.replacing("1.50", with: "12345.75")
        #expect(read.entries[0].response.body == Array(body.utf8))
        #expect(read.entries[0].response.headers["Content-Length"] == "\(body.utf8.count)")
    }

    @Test("An outdated recording gets a new date even without other changes")
    func refreshes() throws {
        let folder = try TemporaryFolder()
        try write(try recording(Self.wire), to: folder)
        let newer = Redaction(secrets: []).redacted(try recording(Self.wire, "application/json", "2026-05-01"))
        let path = "shop/items.all.har"
        func outcome(before day: String) throws -> Bool {
            let limit = try #require(Timestamp("\(day)T00:00:00Z"))
            let store = RecordingStore(
                folder: folder.url, refreshingBefore: Date(timeIntervalSince1970: limit.secondsSince1970))
            let transaction = try store.begin()
            if case .unchanged = try transaction.stage(newer, at: path) { return false }
            try transaction.commit()
            return true
        }
        #expect(try outcome(before: "2026-01-30") == false)
        #expect(try outcome(before: "2026-02-28"))
        let read = try RecordingStore(folder: folder.url).load(path)
        #expect(read.provenance?.recordedAt.text == "2026-05-01T08:00:00Z")
        #expect(try outcome(before: "2026-02-28") == false)
    }

    @Test("A body that became short moves into the HAR, and its file is removed")
    func shrinks() throws {
        let folder = try TemporaryFolder()
        try write(try recording(Self.wire), to: folder)
        try write(try recording(#"{"a":1}"#), to: folder)
        #expect(try names(folder) == ["items.all.har"])
    }

    @Test("A recording never removes the files of another", arguments: ["items.all.1.json", "items.all.har"])
    func foreignFiles(named file: String) throws {
        let folder = try TemporaryFolder()
        try write(try recording(Self.wire), to: folder)
        let har = try folder.text(of: "shop/items.all.har").replacing("items.all.1.json", with: file)
        try Data(har.utf8).write(to: folder.url.appendingPathComponent("shop/copy.har"))
        let transaction = try RecordingStore(folder: folder.url).begin()
        let short = Redaction(secrets: []).redacted(try recording(#"{"a":1}"#))
        _ = try transaction.stage(short, at: "shop/copy.har")
        try transaction.commit()
        #expect(try names(folder) == ["copy.har", "items.all.1.json", "items.all.har"])
        #expect(
            Recording.isBodyFile("a.b.2.json", named: "a.b.har") && !Recording.isBodyFile("a.b.json", named: "a.b.har")
                && !Recording.isBodyFile("a.b.2.json", named: "a.har"))
    }

    @Test("A secret is redacted in a body file")
    func secret() throws {
        let folder = try TemporaryFolder()
        let secret = Secret(value: "hunter2-hunter2", placeholder: "{env:PW}")
        let leaky = try recording(Self.wire.replacing("{z}", with: "hunter2-hunter2"))
        let redacted = Redaction(secrets: [secret]).redacted(leaky)
        let transaction = try RecordingStore(folder: folder.url).begin()
        _ = try transaction.stage(redacted, at: "shop/items.all.har")
        try transaction.commit()
        #expect(try folder.text(of: "shop/items.all.1.json").contains("{env:PW}"))
        #expect(try folder.text(of: "shop/items.all.1.json").contains("hunter2") == false)
    }

    @Test(
        "An inaccessible body file is reported with its location in the HAR",
        arguments: [
            ("../secret.json", "expected the name of a file beside the recording"),
            ("/etc/passwd", "expected the name of a file beside the recording"),
            ("none.json", "expected the file of a body beside the recording"),
            ("link.json", "leads out of the recordings"),
        ])
    func broken(_ name: String, _ message: String) throws {
        let folder = try TemporaryFolder()
        let outside = try TemporaryFolder()
        try outside.write("{}", to: "secret.json")
        try write(try recording(Self.wire), to: folder)
        try FileManager.default.createSymbolicLink(
            at: folder.url.appendingPathComponent("shop/link.json"),
            withDestinationURL: outside.url.appendingPathComponent("secret.json"))
        let har = try folder.text(of: "shop/items.all.har").replacing("items.all.1.json", with: name)
        try folder.write(har, to: "shop/items.all.har")
        let error = #expect(throws: RecordingError.self) {
            try RecordingStore(folder: folder.url).load("shop/items.all.har")
        }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.place.pointer == "/log/entries/0/response/content/_file")
    }

    @Test("Body files of Playwright are read verbatim")
    func playwright() throws {
        let har = """
            {"log": {"version": "1.2", "creator": {"name": "Playwright", "version": "1.50"}, "entries": [
             {"request": {"method": "GET", "url": "https://a.example/"}, "response": {"status": 200, "headers": [],
              "content": {"size": 3, "mimeType": "text/plain", "_file": "0f1e.txt"}}}]}}
            """
        let recording = try Recording(parsing: Array(har.utf8), file: "x.har") { name in
            #expect(name == "0f1e.txt")
            return Array("hi\n".utf8)
        }
        #expect(recording.entries[0].response.body == Array("hi\n".utf8))
        #expect(throws: RecordingError.self) { try Recording(parsing: Array(har.utf8), file: "x.har") }
    }
}
