import ContractChecking
import ExampleProvider
import Foundation
import HTTPRecording
import HealthTestSupport
import TestSupport
import Testing

@testable import ContractHealth
@testable import contracts

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Six hours of rounds against the local provider, over real sockets and in virtual time. The provider fails, slows
/// down, drips, drifts, refuses connections and recovers. The operator is unreachable for a while, and the monitor
/// restarts four times. The test expects every verdict and every notification exactly.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SoakTests {
    /// The provider's fault during some rounds, on one path or on all.
    private struct Phase {
        let rounds: ClosedRange<Int>
        var fault: ProviderFault?
        var path: String?

        init(_ rounds: ClosedRange<Int>, _ fault: String, path: String? = nil) throws {
            self.rounds = rounds
            let known: ProviderFault = try #require(ProviderFault(rawValue: fault))
            self.fault = known
            self.path = path
        }
    }

    private static let elements = "/api/v1/elements"
    private static let locations = "/v1/StudentLocation"
    private static let card = "/tarot-deck.ssp"

    private static func phases() throws -> [Phase] {
        [
            try Phase(2...2, "status:500", path: elements),
            try Phase(4...7, "status:500", path: elements),
            try Phase(10...12, "drift:null:mediaURL", path: locations),
            try Phase(13...15, "drift:remove:createdAt", path: locations),
            try Phase(18...20, "unreachable"),
            try Phase(23...25, "slow:0.02", path: card),
            try Phase(28...28, "slowBody", path: card),
            // Under maintenance up to round 35.
            try Phase(30...37, "status:503", path: elements),
            try Phase(40...70, "drift:retype:symbol", path: elements),
        ]
    }

    private static let count = 73

    @Test func reportsTheExpectedVerdictsAndNotifications() async throws {
        let folder = try TemporaryFolder()
        let provider = ExampleProvider()
        let port = try provider.start()
        defer { provider.stop() }
        let someone = Operator()
        // A busy machine slows everything down, so a clock private to this test times the calls.
        let clock = VirtualStopwatch()
        var verdicts: [String: String] = [:]
        var settled: [String: String] = [:]
        var told: [String] = []
        var last: HealthRound?
        // A new monitor starts at each of these rounds, from its predecessor's state file.
        let starts = [0, 6, 13, 20, 36, Self.count]
        for (first, end) in zip(starts, starts.dropFirst()) {
            let monitor = try Self.monitor(from: first, port: port, someone, clock, state: folder.path("state.json"))
            for round in first..<end {
                provider.setFault(nil)
                clock.set(secondsPerCall: (23...25).contains(round) ? ["/tarot-deck.ssp": 2.5] : [:])
                for phase in try Self.phases() where phase.rounds.contains(round) {
                    provider.setFault(phase.fault, path: phase.path)
                }
                someone.set(outOfReach: (12...13).contains(round))
                let outcome = try await monitor.round()
                #expect(outcome.round.started == VirtualTime.round(round))
                for endpoint in outcome.round.endpoints {
                    verdicts[endpoint.id, default: ""].append(endpoint.verdict.letter)
                    settled[endpoint.id, default: ""].append(endpoint.settled.letter)
                }
                told += someone.told.dropFirst(told.count).map { "in \(round) of \($0)" }
                last = outcome.round
            }
        }

        //            0         1         2         3         4         5         6         7
        //            0123456789012345678901234567890123456789012345678901234567890123456789012
        #expect(
            verdicts == [
                "elements/elements":
                    "hhfhffffhhhhhhhhhhxxxhhhhhhhhhffffffffhhfffffffffffffffffffffffffffffffhh",
                "on-the-map/locations":
                    "hhhhhhhhhhdddfffhhxxxhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh",
                "tarot-cards/card":
                    "hhhhhhhhhhhhhhhhhhxxxhhdddhhxhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh",
            ])
        #expect(
            settled == [
                "elements/elements":
                    "hhhhhhfffhhhhhhhhhhhxxhhhhhhhhhhhhhhhhhhhhffffffffffffffffffffffffffffffh",
                "on-the-map/locations":
                    "hhhhhhhhhhhhdddffhhhxxhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh",
                "tarot-cards/card":
                    "hhhhhhhhhhhhhhhhhhhhxxhhhddhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh",
            ])
        #expect(
            told == [
                "in 6 of 6: alert elements failing, was healthy",
                "in 9 of 9: resolved elements healthy, was failing",
                // Rounds 12 and 13 got no response.
                "in 14 of 12: alert locations degraded, was healthy",
                "in 15 of 15: alert locations failing, was degraded",
                "in 17 of 17: resolved locations healthy, was failing",
                "in 20 of 20: alert elements unreachable, was healthy",
                "in 20 of 20: alert locations unreachable, was healthy",
                "in 20 of 20: alert card unreachable, was healthy",
                "in 22 of 22: resolved elements healthy, was unreachable",
                "in 22 of 22: resolved locations healthy, was unreachable",
                "in 22 of 22: resolved card healthy, was unreachable",
                "in 25 of 25: alert card degraded, was healthy",
                "in 27 of 27: resolved card healthy, was degraded",
                "in 42 of 42: alert elements failing, was healthy",
                "in 54 of 54: reminder elements failing, was failing",
                "in 66 of 66: reminder elements failing, was failing",
                "in 72 of 72: resolved elements healthy, was failing",
            ])
        // Of 73 rounds, elements had 6 in maintenance, 38 failing and 3 unreachable; locations 3 and 3; card 4
        // unreachable.
        let day = last?.endpoints.map {
            "\($0.endpoint) \($0.availability[0].available)/\($0.availability[0].observed)"
        }
        #expect(day == ["elements 26/67", "locations 67/73", "card 69/73"])
    }

    /// Returns a monitor of three endpoints of the five services. Every origin maps to the provider, and the round sets
    /// the time.
    private static func monitor(
        from first: Int, port: Int, _ someone: Operator, _ clock: VirtualStopwatch, state: String
    ) throws -> HealthMonitor {
        var options = HealthOptions.unhurried
        options.only = ["elements/elements", "on-the-map/locations", "tarot-cards/card"]
        options.deadline = 30
        options.jobs = 1
        options.latency = 2
        options.retries = 0
        options.reminder = 3600
        options.maintenance = [try MaintenanceWindow(parsing: "elements/*=2026-11-21T02:30Z/30m")]
        let suite = clientSuite(in: HealthProcess.package)
        var live = Options()
        live.environment = ExampleProvider.credentials(in: [:])
        for contract in suite.loaded.value.services.compactMap(\.contract) {
            live.servers.origins[contract.origin] = "http://127.0.0.1:\(port)"
        }
        live.servers.transport = Timed(wrapping: LiveTransport(), clock: clock)
        let targets = HealthTarget.all(in: suite, options)
        let observer = try HealthObserver(targets, options, live: live, clock: { clock.seconds })
        var dependencies = HealthMonitor.Dependencies { await observer.observe() }
        let round = Box(first - 1)
        dependencies.now = {
            round.change { round in
                round += 1
                return VirtualTime.round(round)
            }
        }
        dependencies.uptime = { 0 }
        dependencies.notify = { try someone.notify($0) }
        return try HealthMonitor(
            options, thresholds: Dictionary(targets.map { ($0.id, $0.thresholds) }) { first, _ in first },
            file: try StateFile(path: state), dependencies: dependencies)
    }
}

/// A clock that advances only with calls: by 0.01 s, or by the duration set for the path.
private final class VirtualStopwatch: Sendable {
    private let time = Box((now: 0.0, perCall: [String: Double]()))

    var seconds: Double { time.value.now }

    func set(secondsPerCall: [String: Double]) { time.change { $0.perCall = secondsPerCall } }

    func call(_ path: String) { time.change { $0.now += $0.perCall[path] ?? 0.01 } }
}

/// A transport that uses the real network and advances the stopwatch.
private struct Timed: HopTransport {
    private let wrapped: LiveTransport
    private let clock: VirtualStopwatch

    init(wrapping transport: LiveTransport, clock: VirtualStopwatch) {
        wrapped = transport
        self.clock = clock
    }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        defer { clock.call(request.url?.path ?? "") }
        return try await wrapped.hop(request)
    }
}
