import ContractChecking
import Foundation
import NotesFixture
import Testing

/// Single changes to a recording, each reported with its locations in the contract and the recording.
struct ChangedRecordingTests {
    private func findings(_ old: String, _ new: String, in name: String = "find.two notes") async throws -> [Finding] {
        let folder = try NotesFolder()
        try folder.replace(old, with: new, in: "Recordings/notes/\(name).har")
        let report = await folder.verified()
        #expect(!report.passed)
        let findings = report.checks.first { $0.check.id == "notes/response/find/two notes" }?.findings ?? []
        for finding in report.findings where finding.rule.hasPrefix("response") || finding.rule.hasPrefix("recording") {
            #expect(finding.recording?.file.hasSuffix("/\(name).har") == true)
            #expect((finding.recording?.line ?? 0) > 1)
            #expect(finding.contract.file.hasSuffix("Contracts/notes/contract.json"))
        }
        return findings
    }

    @Test func findsAChangedStatus() async throws {
        let found = try await findings("\"status\": 200", "\"status\": 404")
        #expect(found.map(\.rule) == ["response.status"])
        #expect(found.first?.contract.pointer == "/endpoints/find/cases/0/status")
        #expect(found.first?.recording?.pointer == "/log/entries/0/response/status")
    }

    @Test func findsAMissingRequiredKey() async throws {
        let found = try await findings("\\\"title\\\":\\\"Tea\\\",", "")
        #expect(found.map(\.rule) == ["response.schema"])
        #expect(found.first?.contract.pointer == "/models/Note/schema/required")
        #expect(found.first?.message.contains("/notes/1") == true)
    }

    @Test func findsAChangedType() async throws {
        let found = try await findings("\\\"stars\\\":0", "\\\"stars\\\":\\\"0\\\"")
        #expect(found.first?.contract.pointer == "/models/Note/schema/properties/stars/type")
    }

    @Test func findsAMissingPrefix() async throws {
        #expect(try await findings(")]}'\\n", "").map(\.rule) == ["response.prefix"])
    }

    @Test func findsAChangedContentType() async throws {
        #expect(try await findings("application/json", "text/html").map(\.rule).contains("response.content-type"))
    }

    @Test func findsAChangedQuery() async throws {
        let found = try await findings("limit=10", "limit=11")
        #expect(found.map(\.rule) == ["recording.request"])
        #expect(found.first?.contract.pointer == "/endpoints/find/request/query/limit")
    }

    @Test func findsAnInvalidURL() async throws {
        let found = try await findings("\"url\": \"https://", "\"url\": \"https://[")
        #expect(found.map(\.message) == ["the request has no URL"])
        #expect(found.first?.contract.pointer == "/endpoints/find/request")
    }

    @Test(arguments: [
        (
            "\"mimeType\": \"application/json\"", "\"mimeType\": \"text/html\"",
            "/log/entries/0/response/content/mimeType"
        ),
        ("\"value\": \"10\"", "\"value\": \"11\"", "/log/entries/0/request/queryString"),
    ])
    func findsAMemberThatContradictsTheMessage(old: String, new: String, pointer: String) async throws {
        let found = try await findings(old, new)
        #expect(found.map(\.rule) == ["recording.contradiction"])
        #expect(found.first?.recording?.pointer.description == pointer)
    }

    @Test func reportsTheNearestEntryForAnUnmatchedRequest() async throws {
        let folder = try NotesFolder()
        try folder.replace("limit=10", with: "limit=11", in: "Recordings/notes/find.two notes.har")
        let report = await folder.verified()
        let client = try #require(report.checks.first { $0.check.id == "notes/client/find/two notes" })
        #expect(client.findings.map(\.rule) == ["replay.no-match"])
        #expect(client.findings.first?.message.contains("limit") == true)
        #expect(client.findings.first?.recording?.pointer == "/log/entries/0/request")
    }

    @Test func reportsAnUnplayedEntry() async throws {
        let folder = try NotesFolder()
        let (name, recording) = try #require(NotesRecordings.all.first)
        var doubled = recording
        doubled.entries += recording.entries
        try folder.write(String(decoding: doubled.serialized(), as: UTF8.self), to: "Recordings/notes/\(name).har")
        let report = await folder.verified()
        #expect(report.findings.map(\.rule) == ["replay.unplayed"])
        #expect(report.findings.first?.recording?.pointer == "/log/entries/1/request")
    }

    @Test func endsAScenarioAtItsFirstFailedStep() async throws {
        let folder = try NotesFolder()
        try folder.replace("\"status\": 201", with: "\"status\": 500", in: "Recordings/notes/add and remove.har")
        let report = await folder.verified()
        #expect(report.failed == ["notes/scenario/add and remove"])
        #expect(report.findings.count == 1)
        #expect(report.findings.first?.message.contains("step 1 (add)") == true)
        #expect(report.findings.first?.message.contains("the 1 step after it did not run") == true)
    }
}
