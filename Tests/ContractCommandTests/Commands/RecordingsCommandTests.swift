import CommandTestSupport
import Foundation
import HTTPRecording
import JSONSchema
import Testing

struct RecordingsCommandTests {
    /// Sets the date of the fixture's recording.
    private func date(_ fixture: CommandFixture, _ day: String) throws {
        let path = "Recordings/ping/ping.pong.har"
        var recording = try Recording(parsing: Array(try fixture.text(of: path).utf8), file: path)
        recording.provenance = Recording.Provenance(
            origin: "https://ping.example.com", provider: .live,
            recordedAt: try #require(Timestamp("\(day)T08:00:00Z")))
        try fixture.write(String(decoding: recording.serialized(), as: UTF8.self), to: path)
    }

    @Test func warnsAboutAStaleRecording() async throws {
        let fixture = try CommandFixture()
        try date(fixture, "2020-02-29")
        let output = await fixture.run("verify", "--max-age", "90d")
        #expect(output.code == .success)
        #expect(output.out.contains("warning: the recording was made on 2020-02-29, "))
        #expect(output.out.contains("[recording.stale]"))
        #expect(output.out.contains("ping.pong.har:11:21"), "\(output.out)")
    }

    @Test func failsOnAStaleRecordingOnRequest() async throws {
        let fixture = try CommandFixture()
        try date(fixture, "2020-02-29")
        #expect(await fixture.run("verify", "--max-age", "90d=error").code == .findings)
        #expect(await fixture.run("verify", "--max-age", "90d", "--fail-on", "warning").code == .findings)
        let lint = await fixture.run("lint", "--max-age", "90d=error")
        #expect(lint.code == .usage)
        #expect(lint.err.contains("error: the recording was made on 2020-02-29"))
    }

    @Test func acceptsAFreshRecording() async throws {
        let fixture = try CommandFixture()
        try date(fixture, String(Timestamp().text.prefix(10)))
        for words in [["verify", "--max-age", "2d=error"], ["lint", "--max-age", "2d=error"], ["verify"]] {
            let output = await fixture.run(words)
            #expect(output.code == .success && !output.out.contains("stale"), "\(words): \(output.out)")
        }
    }

    @Test func lintWarnsAboutStaleRecordingsAndPasses() async throws {
        let fixture = try CommandFixture()
        try date(fixture, "2020-02-29")
        let output = await fixture.run("lint", "--max-age", "12h")
        #expect(output.code == .success)
        #expect(output.out.contains("warning: the recording was made on 2020-02-29"))
    }

    @Test(arguments: ["90", "0d", "d", "90d=fatal", "400d", "-1d", ""])
    func refusesInvalidSpans(word: String) async throws {
        let output = await (try CommandFixture()).run("verify", "--max-age", word)
        #expect(output.code == .usage)
        #expect(output.err.contains("expected a span"), "\(output.err)")
    }

    @Test func removesRecordingsOfDeletedCases() async throws {
        let fixture = try CommandFixture()
        try fixture.write(try fixture.text(of: "Recordings/ping/ping.pong.har"), to: "Recordings/ping/ping.gone.har")
        #expect(await fixture.run("lint").err.contains("'contracts recordings prune'"))
        let dry = await fixture.run("recordings", "prune", "--dry-run")
        #expect(dry.out.contains("would remove") && dry.out.contains("ping/ping.gone.har"))
        let output = await fixture.run("recordings", "prune")
        #expect(output.code == .success)
        #expect(output.out.hasSuffix("1 recording removed\n"))
        let names = try FileManager.default.contentsOfDirectory(
            atPath: fixture.url.appendingPathComponent("Recordings/ping").path)
        #expect(names == ["ping.pong.har"])
        #expect(await fixture.run("verify").code == .success)
        #expect(await fixture.run("recordings", "prune").out == "0 recordings removed\n")
    }

    @Test func removesNothingIfTheContractIsInvalid() async throws {
        let fixture = try CommandFixture()
        try fixture.write(try fixture.text(of: "Recordings/ping/ping.pong.har"), to: "Recordings/ping/ping.gone.har")
        try fixture.write("{", to: "Contracts/ping/contract.json")
        #expect(await fixture.run("recordings", "prune").code == .usage)
        #expect(try fixture.text(of: "Recordings/ping/ping.gone.har").isEmpty == false)
    }

    @Test func listsTheValidActions() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("recordings").err.contains("takes an action; valid: export, import, prune"))
        #expect(await fixture.run("recordings", "prun").err.contains("did you mean 'prune'?"))
    }

    @Test func neverExportsIntoTheRecordings() async throws {
        let fixture = try CommandFixture()
        let recordings = fixture.url.appendingPathComponent("Recordings")
        let link = fixture.url.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: recordings)
        let before = try fixture.text(of: "Recordings/ping/ping.pong.har")
        for output in [recordings.path, link.path, link.path + "/ping", recordings.path + "/new/folder"] {
            let run = await fixture.run("recordings", "export", "--output", output)
            #expect(run.code == .usage && run.err.contains("export them to another folder"), "\(output)")
        }
        #expect(try fixture.text(of: "Recordings/ping/ping.pong.har") == before)
        #expect(await fixture.run("recordings", "export", "--output", recordings.path + "2").code == .success)
    }

    @Test func leavesNoTemporaryFileOfAFailedExport() async throws {
        let fixture = try CommandFixture()
        try fixture.write("", to: "HAR/ping/ping.pong.har/file")
        let output = fixture.url.appendingPathComponent("HAR").path
        #expect(await fixture.run("recordings", "export", "--output", output).code != .success)
        #expect(try FileManager.default.contentsOfDirectory(atPath: output + "/ping") == ["ping.pong.har"])
    }

    @Test func exportsEmbeddedBodiesAndPrunesOrphanedBodyFiles() async throws {
        let fixture = try CommandFixture()
        let body = #"{"pong":true,"a":1,"b":2,"c":3,"d":4,"e":5}"#
        let path = "Recordings/ping/ping.pong.har"
        let har = try fixture.text(of: path).replacing(
            #""text": "{\"pong\":true}""#, with: #""_file": "ping.pong.1.json", "_layout": "compact""#)
        try fixture.write(har, to: path)
        try fixture.write(
            "{\n  \"pong\": true,\n\"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4, \"e\": 5\n}\n",
            to: "Recordings/ping/ping.pong.1.json")
        #expect(await fixture.run("verify").code == .success)
        let output = fixture.url.appendingPathComponent("HAR").path
        #expect(await fixture.run("recordings", "export", "--output", output).code == .success)
        let exported = try Recording(parsing: Array(try fixture.text(of: "HAR/ping/ping.pong.har").utf8), file: "x.har")
        #expect(exported.entries[0].response.body == Array(body.utf8))
        #expect(await fixture.run("recordings", "export").err.contains("--output"))
        try fixture.write("{}", to: "Recordings/ping/ping.gone.1.json")
        #expect(await fixture.run("lint").err.contains("ping.gone.1.json"))
        #expect(await fixture.run("recordings", "prune").out.hasSuffix("1 recording removed\n"))
        #expect(await fixture.run("lint").code == .success)
    }
}
