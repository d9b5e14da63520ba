import ContractChecking
import Foundation
import HealthTestSupport
import Testing

@testable import ContractHealth

/// The aspects and verdicts that follow from a response.
struct HealthObserverTests {
    /// Returns for each aspect `held`, the violated rules, or the reason that it was not observed.
    private func aspects(_ observation: EndpointObservation) -> [String] {
        HealthAspect.allCases.filter { $0 != .certificate }.map { aspect in
            switch observation.aspects[aspect] {
            case .held?: "held"
            case .failed(let findings)?: findings.map(\.rule).joined(separator: " ")
            case .notObserved(let reason)?, .unsupported(let reason)?: reason
            case nil: "missing"
            }
        }
    }

    private func observe(_ body: String, status: Int = 200, _ options: HealthOptions = .unhurried) async throws
        -> EndpointObservation
    {
        try #require(try await Notes().observe(options) { _ in (status, body) })
    }

    @Test func passesAValidResponse() async throws {
        let observation = try await observe(Notes.body)
        #expect(aspects(observation) == ["held", "held", "held", "held", "held", "no limit is set"])
        #expect(observation.verdict == .healthy)
        #expect(observation.remarks == [])
        #expect(observation.attempts == 1)
        #expect(observation.latency.map { $0 >= 0 } == true)
    }

    @Test func skipsLaterAspectsAfterAnUnexpectedStatus() async throws {
        let observation = try await observe("{}", status: 503)
        let reason = "the status differs"
        #expect(aspects(observation) == ["held", "response.status", reason, reason, reason, "no limit is set"])
        #expect(observation.verdict == .failing)
        #expect(observation.attempts == 2)
    }

    @Test func degradesForHarmlessDriftAndFailsForBreakingDrift() async throws {
        let survived = try await observe(#"[{"id":"n1","title":"one"},{"id":"n2","title":"two"}]"#)
        #expect(aspects(survived) == ["held", "held", "held", "held", "health.drift", "no limit is set"])
        #expect(survived.aspects[.drift]?.findings.map(\.message) == ["/*/color is gone"])
        #expect(survived.verdict == .degraded)
        let broken = try await observe(#"[{"id":1,"title":"one","color":"red"},{"id":2,"title":"two","color":"red"}]"#)
        #expect(
            aspects(broken)
                == ["held", "held", "response.schema", "health.record-refused", "health.drift", "no limit is set"])
        #expect(broken.aspects[.drift]?.findings.map(\.severity) == [.error])
        #expect(
            broken.aspects[.models]?.findings.map(\.sentence) == [
                "the initializer of 'Note' refuses received records (found 2 refused, the first at /0, expected a value for each record)"
            ])
        #expect(broken.verdict == .failing)
    }

    /// Differences that may come from changing data are remarks and do not affect the verdict.
    @Test func remarksOnPossibleDataVariations() async throws {
        let observation = try await observe(
            #"[{"id":"n1","title":"one","color":null,"new":1},{"id":"n2","title":"two","color":"red","new":2}]"#)
        #expect(observation.verdict == .healthy)
        #expect(
            observation.remarks.map(\.message) == ["/*/color is null in some places", "/*/new is new"])
        #expect(observation.remarks.map(\.severity) == [.info, .info])
    }

    @Test func mergesViolationsOfTheSameContractLine() async throws {
        let observation = try await observe(
            "[" + Array(repeating: #"{"id":"x"}"#, count: 100).joined(separator: ",") + "]")
        #expect(
            observation.aspects[.contract]?.findings.map(\.message) == [
                #"at '/0': expected a property "title", found none, and 99 more like it"#
            ])
    }

    @Test func observesNoDriftWithoutARecording() async throws {
        let observation = try #require(try await Notes(recording: false).observe { _ in (200, Notes.body) })
        #expect(
            observation.aspects[.drift]
                == .notObserved(reason: "there is no recording 'notes/list.all.har' to compare with"))
        #expect(observation.verdict == .healthy)
    }

    @Test func backsOffBetweenAttemptsAndCountsThem() async throws {
        var options = HealthOptions.unhurried
        options.retries = 3
        let sleeps = Box<[Duration]>([])
        let observation = try #require(
            try await Notes().observe(options, sleeps: sleeps) { count in
                if count < 2 { throw URLError(.networkConnectionLost) }
                return (200, Notes.body)
            })
        #expect(observation.verdict == .healthy)
        #expect(observation.attempts == 3)
        #expect(sleeps.value == [.milliseconds(500), .milliseconds(1000)])
    }

    @Test func givesUpAfterTheLastAttempt() async throws {
        let calls = Box(0)
        let observation = try #require(
            try await Notes().observe { _ in
                calls.change { $0 += 1 }
                throw URLError(.cannotConnectToHost)
            })
        #expect(calls.value == 2)
        #expect(observation.attempts == 2)
        #expect(observation.verdict == .unreachable)
        #expect(
            observation.aspects[.reachable]?.findings.map(\.sentence) == [
                "no complete response arrived (found notes.example.com returned no response (connection refused), "
                    + "expected a response within 10 s)"
            ])
    }

    @Test func doesNotSendUnsafeRequestsByDefault() async throws {
        let calls = Box(0)
        let observation = try #require(
            try await Notes().observe(sending: "POST") { _ in
                calls.change { $0 += 1 }
                return (200, Notes.body)
            })
        #expect(calls.value == 0)
        #expect(observation.verdict == .unsupported)
        #expect(
            observation.aspects[.reachable]?.reason?.contains("would send a POST, which may have side effects") == true)
    }

    @Test func sendsAnAllowedUnsafeRequestWithoutRetries() async throws {
        let calls = Box(0)
        let notes = try Notes(method: "POST", health: #", "health": { "unsafe": true }"#)
        let observation = try #require(
            try await notes.observe(sending: "POST") { _ in
                calls.change { $0 += 1 }
                return (500, Notes.body)
            })
        #expect(calls.value == 1)
        #expect(observation.verdict == .failing)
    }

    #if canImport(FoundationNetworking)
        @Test func reportsRequestsThatThisPlatformCannotSend() async throws {
            let observation = try #require(try await Notes().observe(body: Data("x".utf8)) { _ in (200, Notes.body) })
            #expect(
                observation.aspects[.reachable]
                    == .unsupported(reason: "Foundation on Linux cannot send a GET with a body"))
            #expect(observation.verdict == .unsupported)
        }
    #endif

    @Test func requiresSecretsAndRedactsThem() async throws {
        let notes = try Notes(arguments: #"{ "key": "{env:NOTES_KEY}" }"#)
        let unset = try #require(try await notes.observe { _ in (200, Notes.body) })
        #expect(
            unset.aspects[.reachable] == .unsupported(reason: "NOTES_KEY is not set"))
        #expect(unset.verdict == .unsupported)
        let set = try #require(
            try await notes.observe(environment: ["NOTES_KEY": "hunter2-secret"]) { _ in
                (200, #"[{"id":"hunter2-secret","title":7}]"#)
            })
        #expect(set.verdict == .failing)
        #expect(!"\(set)".contains("hunter2-secret"))
    }

    @Test func degradesForASlowResponse() async throws {
        let limits = #", "health": { "latency": 0.000001 }"#
        let slow = try #require(try await Notes(health: limits).observe { _ in (200, Notes.body) })
        #expect(slow.verdict == .degraded)
        #expect(slow.latencyLimit == 0.000001)
        #expect(slow.aspects[.latency]?.findings.map(\.rule) == ["health.slow"])
        #expect(slow.aspects[.latency]?.findings.first?.contract.pointer == "/endpoints/list/health/latency")
        var options = HealthOptions.unhurried
        options.latency = 3_600
        let quick = try #require(try await Notes(health: limits).observe(options) { _ in (200, Notes.body) })
        #expect(quick.aspects[.latency] == .held)
    }

    @Test func optionsOverrideTheThresholdsOfAnEndpoint() throws {
        let notes = try Notes(health: #", "health": { "failAfter": 7 }"#)
        #expect(try notes.thresholds(HealthOptions()) == Thresholds(failAfter: 7, recoverAfter: 2))
        var options = HealthOptions.unhurried
        options.failAfter = 1
        options.recoverAfter = 9
        #expect(try notes.thresholds(options) == Thresholds(failAfter: 1, recoverAfter: 9))
    }

    @Test func encodesObservationsForAnotherProcess() async throws {
        let bodies = [Notes.body, "{", #"[{"id":"n1","title":"one","new":1}]"#]
        for body in bodies {
            let observation = try await observe(body)
            let line = try JSONEncoder().encode(observation)
            #expect(try JSONDecoder().decode(EndpointObservation.self, from: line).verdict == observation.verdict)
            #expect(
                try JSONEncoder().encode(JSONDecoder().decode(EndpointObservation.self, from: line)).count == line.count
            )
        }
        let elsewhere = try await observe("{").repeated(by: "contracts health --local --only notes/list")
        #expect(
            elsewhere.aspects[.contract]?.findings.first?.repeatCommand == "contracts health --local --only notes/list")
    }
}
