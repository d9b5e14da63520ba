import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import Testing

@testable import ContractHealth

/// The effect of `accepted.json` on a round.
struct AcceptedObservationsTests {
    private func observe(_ rule: String, _ place: String, on day: String, _ body: String, isWhole: Bool = true)
        async throws
        -> EndpointObservation
    {
        let text = """
            {"accepted": [{"rule": "\(rule)", "place": "\(place)", "reason": "known", "author": "Ada",
            "expires": "2026-12-31"}]}
            """
        let accepted = AcceptedFindings(
            bytes: Array(text.utf8), file: URL(fileURLWithPath: "/c/accepted.json"))
        let date = try #require(Timestamp(day + "T12:00:00Z")).date
        let observation = try #require(try await Notes().observe { _ in (200, body) })
        let judged = [observation].judged(by: AcceptanceJudgement(accepted, at: date), isWhole: isWhole)
        return try #require(judged.first)
    }

    private let drifted = #"[{"id":"n1","title":"one"},{"id":"n2","title":"two"}]"#

    @Test func anAcceptedDriftLeavesTheEndpointHealthy() async throws {
        let observation = try await observe("health.drift", "notes/health/*", on: "2026-12-31", drifted)
        #expect(observation.verdict == .healthy)
        #expect(observation.aspects[.drift] == .held)
        #expect(observation.remarks.map(\.acceptance?.author) == ["Ada"])
    }

    @Test func failsOnceTheAcceptanceHasExpired() async throws {
        let observation = try await observe("health.drift", "notes/health/*", on: "2027-01-01", drifted)
        #expect(observation.verdict == .failing)
        #expect(observation.aspects[.drift]?.findings.map(\.severity) == [.error])
    }

    @Test func failsOnceTheAcceptanceOfARemarkHasExpired() async throws {
        let added =
            #"[{"id":"n1","title":"one","color":"red","size":1},{"id":"n2","title":"two","color":"blue","size":2}]"#
        let observation = try await observe("health.drift", "notes/health/*", on: "2027-01-01", added)
        #expect(observation.verdict == .failing)
        #expect(!observation.remarks.contains { $0.rule == "health.drift" })
        let finding = try #require(observation.aspects[.drift]?.findings.first)
        #expect(finding.severity == .error)
        #expect(finding.message.contains("(the acceptance by Ada expired on 2026-12-31)"), "\(finding.message)")
    }

    /// Two findings of one endpoint may have the same fingerprint.
    @Test func keepsTheValuesOfEqualFingerprints() async throws {
        var observation = try #require(try await Notes().observe { _ in (200, self.drifted) })
        let finding = try #require(observation.findings.first)
        var other = finding
        other.text = "another value"
        observation.remarks = [other]
        let text =
            #"{"accepted": [{"rule": "health.slow", "place": "other/health/*", "reason": "a", "author": "b", "expires": "2099-12-31"}]}"#
        let accepted = AcceptedFindings(bytes: Array(text.utf8), file: URL(fileURLWithPath: "/c/accepted.json"))
        let judged = [observation].judged(by: AcceptanceJudgement(accepted, at: Date()), isWhole: false)
        #expect(judged.first?.remarks.map(\.message) == ["another value"])
        #expect(judged.first?.findings == observation.findings)
    }

    @Test func reportsUnmatchedEntriesAsRemarks() async throws {
        let observation = try await observe("health.drift", "notes/health/*", on: "2026-12-31", Notes.body)
        #expect(observation.remarks.map(\.rule) == ["accepted.unmatched"])
        #expect(observation.verdict == .healthy)
        let part = try await observe("health.drift", "notes/health/*", on: "2026-12-31", Notes.body, isWhole: false)
        #expect(part.remarks == [])
    }

    @Test func ignoresEntriesForOtherPlaces() async throws {
        let observation = try await observe("health.drift", "other/health/*", on: "2026-12-31", drifted)
        #expect(observation.verdict == .degraded)
    }
}
