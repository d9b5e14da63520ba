import CommandTestSupport
import ContractChecking
import Foundation
import HTTPRecording
import JSONSchema
import NotesFixture
import Testing

@testable import ContractCommand

/// The effect of `accepted.json` on the commands that report findings.
struct AcceptedFindingsTests {
    private static let lastDay = "2026-12-31T23:59:59Z"
    private static let dayAfter = "2027-01-01T00:00:00Z"

    private static func entry(_ rule: String, _ place: String, fingerprint: String? = nil) -> String {
        """
        {
          "accepted": [
            {
              "rule": "\(rule)",
              "place": "\(place)",\(fingerprint.map { "\"fingerprint\": \"\($0)\"," } ?? "")
              "reason": "the server still takes 11",
              "author": "Ada",
              "expires": "2026-12-31"
            }
          ]
        }
        """
    }

    /// Runs a command over the notes. By default, the client sends another limit than the contract demands.
    private func run(
        _ words: [String], accepting accepted: String, at moment: String,
        _ client: NotesClient = NotesClient(limit: "11"),
        prepare: (NotesFolder) throws -> Void = { _ in }
    ) async throws -> CommandOutput {
        let folder = try NotesFolder()
        try folder.write(accepted, to: "Contracts/accepted.json")
        try prepare(folder)
        let now = try #require(Timestamp(moment)).date
        return await .of(
            words.map { $0.replacingOccurrences(of: "FOLDER", with: folder.url.path) }, over: folder.suite(client),
            environment: ["NOTES_TOKEN": "t"], now: now)
    }

    private static let verify = ["verify", "--only", "notes/request/*"]
    private static let query = entry("request.query", "notes/request/find*")

    @Test func passesAndShowsAnAcceptedFinding() async throws {
        let output = try await run(Self.verify, accepting: Self.query, at: Self.lastDay)
        #expect(output.code == .success, "\(output.out)\(output.err)")
        #expect(
            output.out.contains("  accepted   until 2026-12-31 by Ada: the server still takes 11\n"), "\(output.out)")
        #expect(output.out.contains("accepted ("), "\(output.out)")
    }

    @Test func failsAfterTheAcceptanceExpires() async throws {
        let output = try await run(Self.verify, accepting: Self.query, at: Self.dayAfter)
        #expect(output.code == .findings)
        #expect(output.out.contains("(the acceptance by Ada expired on 2026-12-31)"), "\(output.out)")
    }

    @Test(arguments: [
        ("json", #""accepted": {"#), ("junit", "accepted   until 2026-12-31 by Ada"),
        ("github", "::notice title=1 accepted finding::"),
        ("html", "<strong>accepted</strong> until 2026-12-31 by Ada"),
        ("markdown", "accepted  until 2026&#45;12&#45;31 by Ada"), ("sarif", #""status": "accepted""#),
        ("prometheus", #"contract_findings_accepted{service="notes"} 1"#), ("jsonl", #""accepted":{"reason":"#),
    ])
    func everyReportShowsTheAcceptance(_ format: String, _ text: String) async throws {
        let output = try await run(
            ["verify", "--only", "notes/request/find", "--report", "\(format)=-"],
            accepting: Self.query, at: Self.lastDay)
        #expect(output.code == .success)
        #expect(output.out.contains(text), "\(output.out)")
    }

    @Test func warnsAboutAnUnmatchedEntry() async throws {
        let output = try await run(["verify"], accepting: Self.query, at: Self.lastDay, NotesClient())
        #expect(output.code == .success, "\(output.out)")
        #expect(
            output.out.contains("no finding of 'request.query' at 'notes/request/find*' matches this entry"),
            "\(output.out)")
        #expect(output.out.contains("Contracts/accepted.json:3:5: warning:"), "\(output.out)")
    }

    @Test func doesNotReportUnmatchedEntriesInAPartialRun() async throws {
        let output = try await run(Self.verify, accepting: Self.query, at: Self.lastDay, NotesClient())
        #expect(!output.out.contains("accepted.unmatched"), "\(output.out)")
    }

    @Test func doesNotReportUnmatchedEntriesOfOtherCommands() async throws {
        for entry in [
            Self.entry("compare.case-added", "notes/contract"), Self.entry("response.schema", "notes/health/find"),
        ] {
            let output = try await run(["verify"], accepting: entry, at: Self.lastDay, NotesClient())
            #expect(!output.out.contains("accepted.unmatched"), "\(output.out)")
        }
    }

    @Test(arguments: [["lint"], ["verify"], ["against", "FOLDER/openapi.json"], ["compare", "FOLDER", "FOLDER"]])
    func everyCommandRefusesAnUnknownRule(_ words: [String]) async throws {
        let output = try await run(words, accepting: Self.entry("request.qeury", "*"), at: Self.lastDay) {
            try $0.write(#"{"openapi": "3.0.0", "info": {}, "paths": {}}"#, to: "openapi.json")
        }
        #expect(output.code == .usage, "\(output.out)\(output.err)")
        #expect(
            output.err.contains(
                "accepted.json:4:15: error: there is no rule 'request.qeury'; did you mean 'request.query'?"),
            "\(output.err)")
    }

    @Test func lintReportsAnInvalidFile() async throws {
        let output = try await run(["lint"], accepting: #"{"accepted": [{}]}"#, at: Self.lastDay)
        #expect(output.code == .usage)
        #expect(output.err.contains("accepted.json:1:15: error: the key 'rule' is missing"), "\(output.err)")
    }

    @Test func compareAcceptsAChangeUntilItExpires() async throws {
        func compare(_ moment: String) async throws -> CommandOutput {
            try await run(
                ["compare", "FOLDER/old", "FOLDER/Contracts"],
                accepting: Self.entry("compare.enum-value-removed", "notes/contract#/*"), at: moment
            ) { folder in
                func contract(_ values: String) -> String {
                    """
                    {"service": "notes", "origin": "https://notes.example.com", "endpoints": {"list": {
                    "request": {"method": "GET", "path": "/notes"},
                    "responses": {"200": {"schema": {"enum": \(values)}}},
                    "cases": [{"name": "all", "status": 200}]}}}
                    """
                }
                try folder.write(contract(#"["a", "b"]"#), to: "old/notes/contract.json")
                try folder.write(contract(#"["a"]"#), to: "Contracts/notes/contract.json")
            }
        }
        let accepted = try await compare(Self.lastDay)
        #expect(accepted.code == .success, "\(accepted.out)\(accepted.err)")
        #expect(accepted.out.contains("1 accepted"), "\(accepted.out)")
        #expect(try await compare(Self.dayAfter).code == .findings)
    }

    @Test func againstAcceptsAMissingEndpointUntilItExpires() async throws {
        func against(_ moment: String) async throws -> CommandOutput {
            try await run(
                ["against", "FOLDER/openapi.json"],
                accepting: Self.entry("against.missing-endpoint", "notes/contract/*", fingerprint: "*"), at: moment
            ) { try $0.write(#"{"openapi": "3.0.0", "info": {}, "paths": {}}"#, to: "openapi.json") }
        }
        let accepted = try await against(Self.lastDay)
        #expect(accepted.code == .success, "\(accepted.out)\(accepted.err)")
        #expect(accepted.out.contains("3 findings accepted"), "\(accepted.out)")
        #expect(try await against(Self.dayAfter).code == .findings)
    }
}
