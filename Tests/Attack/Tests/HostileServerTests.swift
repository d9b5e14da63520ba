import AttackFixture
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractCommand

/// Hostile responses, each of which may affect only its own call.
@Suite(.timeLimit(.minutes(10)))
struct HostileServerTests {
    private static let bound = 200.0

    /// Whether the HTTP client is the one for which the expected outcomes were determined.
    private static let isExact: Bool = {
        #if canImport(FoundationNetworking)
            return true
        #else
            return false
        #endif
    }()

    @Test func hasAtLeastAHundredDistinctAnswers() {
        #expect(HostileAnswer.all.count >= 100)
        #expect(Set(HostileAnswer.all.map(\.name)).count == HostileAnswer.all.count)
    }

    @Test(arguments: [["verify", "--mode", "live"], ["record", "--allow-ci"]])
    func reportsAnOutcomeForEachCall(words: [String]) async throws {
        let (folder, run) = try await run(words + ["--deadline", "4"])
        let report = try #require(try? JSON(parsing: run.out), "\(run)")
        var found: [String: JSON] = [:]
        for check in report["checks"]?.arrayValue ?? [] where check["kind"] == "response" {
            found[(check["id"]?.stringValue ?? "").split(separator: "/").dropFirst(3).joined(separator: "/")] = check
        }
        for answer in HostileAnswer.all {
            let check = try #require(found[answer.name], "\(answer.name)")
            let outcome = check["outcome"]?.stringValue
            let rules = (check["findings"]?.arrayValue ?? []).compactMap { $0["rule"]?.stringValue }
            let details = "\(answer.name): \(outcome ?? "") \(rules) \(check["reason"]?.stringValue ?? "")"
            #expect(outcome == "passed" || outcome == "failed" || outcome == "error", "\(details)")
            guard Self.isExact else { continue }
            switch answer.told {
            case .passed: #expect(outcome == "passed", "\(details)")
            case .failed(let rule): #expect(outcome == "failed" && rules.contains(rule), "\(details)")
            case .error(let text):
                #expect(outcome == "error" && check["reason"]?.stringValue?.contains(text) == true, "\(details)")
            }
            if answer.told == .passed, words[0] == "record" {
                let index = try #require(HostileAnswer.all.firstIndex { $0.name == answer.name })
                #expect(throws: Never.self) { try folder.text(of: "Recordings/hostile/a\(index).\(answer.name).har") }
            }
        }
        #expect(run.end == .exit(1), "\(run)")
    }

    @Test func reportsAVerdictForEachEndpoint() async throws {
        let (_, run) = try await run(["health", "--deadline", "4", "--round-deadline", "150", "--retries", "0"])
        let endpoints = try #require(try? JSON(parsing: run.out)["endpoints"]?.arrayValue, "\(run)")
        #expect(endpoints.count == HostileAnswer.all.count)
        for (answer, endpoint) in zip(HostileAnswer.all, endpoints) {
            let verdict = endpoint["verdict"]?.stringValue
            #expect(verdict != nil)
            guard Self.isExact else { continue }
            switch answer.told {
            case .passed: #expect(verdict == "healthy", "\(answer.name): \(endpoint.text())")
            case .failed: #expect(verdict == "failing" || verdict == "degraded", "\(answer.name): \(endpoint.text())")
            case .error: #expect(verdict == "unreachable", "\(answer.name): \(endpoint.text())")
            }
        }
        #expect(run.end == .exit(1), "\(run)")
    }

    private func run(_ words: [String]) async throws -> (TemporaryFolder, Attack.Run) {
        let folder = try TemporaryFolder()
        try folder.write(HostileAnswer.contract, to: "Contracts/hostile/contract.json")
        let server = try RawServer(HostileAnswer.steps)
        let run = try await Attack.run(
            words + ["--report", "json=-", "--origin", "https://hostile.example.com=http://127.0.0.1:\(server.port)"],
            in: folder.url, ["ATTACK_SERVER": "1"], within: Self.bound)
        return (folder, run)
    }
}
