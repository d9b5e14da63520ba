import Foundation
import HTTPRecording
import Testing

@testable import ContractCommand

/// The command line of `contracts recordings import`.
struct RecordingsImportTests {
    private let fixture: CommandFixture
    private var har: String { fixture.url.appendingPathComponent("browser.har").path }

    init() throws {
        fixture = try CommandFixture()
        let good = try Recording(parsing: Array(fixture.text(of: "Recordings/ping/ping.pong.har").utf8), file: "")
        var recording = good
        var other = good.entries[0]
        other.request.url = "https://tracker.example.com/?key=hunter2"
        recording.entries.append(other)
        try fixture.write(String(decoding: recording.serialized(), as: UTF8.self), to: "browser.har")
    }

    @Test func writesMatchingEntriesAndListsTheOthers() async throws {
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("Recordings"))
        let output = await fixture.run("recordings", "import", har, "--service", "ping")
        #expect(output.code == .success)
        #expect(output.err == "")
        #expect(
            output.out.contains(
                "not imported: entry 2, GET https://tracker.example.com/: no endpoint of 'ping' has this origin, method, path and query\n"
            ))
        #expect(output.out.contains("hunter2") == false)
        #expect(output.out.contains("Recordings/ping/ping.pong.har\n"))
        #expect(output.out.hasSuffix("1 case recorded; 1 entry left out\n"))
        #expect(await fixture.run("verify").code == .success)
    }

    @Test func distinguishesKeptRecordingsFromMissingOnes() async throws {
        let leaking = try fixture.text(of: "browser.har").replacingOccurrences(
            of: #"{\"pong\":true}"#, with: #"{\"pong\":\"AKIAIOSFODNN7EXAMPLE\"}"#)
        try fixture.write(leaking, to: "browser.har")
        let words = ["recordings", "import", har, "--service", "ping", "--strict-secrets"]
        let kept = await fixture.run(words)
        #expect(kept.code == .findings)
        #expect(kept.out.contains("\nkept: "))
        #expect(kept.out.contains("not recorded") == false)
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("Recordings/ping/ping.pong.har"))
        let missing = await fixture.run(words)
        #expect(missing.code == .findings)
        #expect(missing.out.contains("\nnot recorded: "))
        #expect(missing.out.contains("kept") == false)
        #expect(missing.out.hasSuffix("0 cases recorded; 1 entry left out\n"))
    }

    @Test func failsIfNoEntryMatches() async throws {
        try fixture.write(#"{"log":{"entries":[]}}"#, to: "browser.har")
        #expect(await fixture.run("recordings", "import", har, "--service", "ping").code == .findings)
    }

    @Test func refusesInvalidArguments() async throws {
        let cases: [([String], String)] = [
            ([], "takes one HAR file"), ([har], "needs '--service NAME'; valid: ping"),
            ([har, "--service", "pong"], "there is no service 'pong'; did you mean 'ping'?"),
            (["/nowhere.har", "--service", "ping"], "/nowhere.har: error: cannot read it"),
        ]
        for (words, message) in cases {
            let output = await fixture.run(["recordings", "import"] + words)
            #expect(output.code == .usage)
            #expect(output.err.contains(message), "\(output.err)")
        }
    }

    @Test(arguments: [
        [
            "recordings", "import", "https://ada:Zx9Kq2Lm8Rt4Vb7Nw3@x.example/Zx9Kq2Lm8Rt4Vb7Nw3?a=Zx9Kq2Lm8Rt4Vb7Nw3",
            "--service", "ping",
        ],
        ["import", "https://ada:Zx9Kq2Lm8Rt4Vb7Nw3@x.example/hooks/Zx9Kq2Lm8Rt4Vb7Nw3?token=Zx9Kq2Lm8Rt4Vb7Nw3"],
        ["import", "curl ftp://ada:Zx9Kq2Lm8Rt4Vb7Nw3@x.example/Zx9Kq2Lm8Rt4Vb7Nw3?a=Zx9Kq2Lm8Rt4Vb7Nw3"],
        ["import", "curl --secret=Zx9Kq2Lm8Rt4Vb7Nw3 https://x.example/"],
        ["import", "http GET https://x.example/ Zx9Kq2Lm8Rt4Vb7Nw3"],
        ["import", "curl https://x.example/", "--origin", "https://x.example/Zx9Kq2Lm8Rt4Vb7Nw3?a=Zx9Kq2Lm8Rt4Vb7Nw3"],
    ])
    func hidesSecretsOfRejectedArguments(words: [String]) async throws {
        let output = await fixture.run(words)
        #expect(output.code == .usage)
        #expect(!(output.out + output.err).contains("Zx9Kq2Lm8Rt4Vb7Nw3"), "\(output)")
    }

    @Test func refusesAnOversizedFileWithoutReadingIt() async throws {
        // A sparse file takes no disk space.
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: har))
        try handle.truncate(atOffset: 200_000_001)
        try handle.close()
        let output = await fixture.run("recordings", "import", har, "--service", "ping")
        #expect(output.code == .usage)
        #expect(output.err.contains("has 200000001 bytes, but at most 200000000 are read"))
    }

    @Test func reportsThePositionOfAnInvalidHARMember() async throws {
        try fixture.write("{\n  \"log\": 7\n}", to: "browser.har")
        let output = await fixture.run("recordings", "import", har, "--service", "ping")
        #expect(output.code == .usage)
        #expect(output.err.contains("browser.har:2:"))
    }
}
