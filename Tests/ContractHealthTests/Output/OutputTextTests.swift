import ContractReporting
import Foundation
import Testing

@testable import ContractHealth

struct HealthConsoleTests {
    @Test func listsEndpointsThenFindings() {
        let lines = OutputSamples.round.rendered(as: .console).split(separator: "\n", omittingEmptySubsequences: false)
        let expected = """
            ✓ elements/elements         healthy     123 ms           100 % in 24 h, 99.90 % in 7 d, 99.53 % in 30 d
                passed after 1 retry
            ! elements/images           degraded    2.31 s of 2.00 s 100 % in 24 h, 100 % in 7 d
                for 2 h
            ✓ elements/favorites        healthy     87 ms            91.66 % in 24 h
                this round alone: failing
            ✗ on-the-map/locations      unreachable –                98.95 % in 24 h
                for 12 min; failed after 1 retry
            ? on-the-map/user           unsupported 200 ms
                latency skipped: this platform does not tell the time to the first byte
            ✗ tarot-cards/it's = a|card unreachable –
                in maintenance; for 30 s
            note: a notification could not be delivered; it is tried again in the next round
            """
        #expect(lines.prefix(13).joined(separator: "\n") == expected)
        #expect(
            lines.contains { $0.hasPrefix("Contracts/elements/contract.json:40:3: error: no answer: the connection") })
        #expect(
            lines.suffix(2) == [
                "6 endpoints: 1 unreachable, 1 unsupported, 1 degraded, 2 healthy, 1 in maintenance (2.84 s)", "",
            ])
    }

    @Test(arguments: [20, 40, 80]) func wrapsToTheWidth(_ width: Int) {
        let text = OutputSamples.round.rendered(as: .console, in: ReportContext(width: width))
        let whole = ["Contracts/", "contracts health", "6 endpoints"]
        for line in text.split(separator: "\n") where !whole.contains(where: line.contains) {
            #expect(line.displayWidth <= max(width, 40), "\(line)")
        }
    }

    @Test func aRoundWithoutEndpointsIsAnError() {
        let text = HealthRound(started: OutputSamples.date, seconds: 0, endpoints: []).rendered(as: .console)
        #expect(text.hasPrefix("error: no case of any contract has \"health\": true"))
    }

    @Test(arguments: OutputSamples.hostileTexts) func neutralizesTerminalAndPipelineCommands(_ text: String) {
        let console = OutputSamples.hostile(text).rendered(as: .console)
        #expect(!console.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
        for line in console.split(separator: "\n") {
            #expect(!line.drop { $0 == " " }.hasPrefix("::") && !line.contains("##vso["), "\(line)")
        }
    }

    @Test(arguments: [
        (0.0, "0 s"), (59.9, "59 s"), (60, "1 min"), (3600, "1 h"), (172_799, "47 h"), (172_800, "2 d"), (-5, "0 s"),
        (.infinity, "0 s"),
    ])
    func formatsDurations(_ seconds: Double, _ expected: String) { #expect(age(seconds) == expected) }

    @Test(arguments: [
        (1, 1, "100 %"), (8639, 8640, "99.98 %"), (99_999, 100_000, "99.99 %"), (1, 3, "33.33 %"), (0, 5, "0 %"),
        (0, 0, nil), (201, 2000, "10.05 %"),
    ])
    func neverRoundsAvailabilityUp(_ available: Int, _ observed: Int, _ expected: String?) {
        #expect(HealthAvailability(window: .day, available: available, observed: observed).percent == expected)
    }
}

struct NagiosOutputTests {
    @Test func printsStatePerformanceDataAndFindings() {
        let output = NagiosOutput(of: OutputSamples.round)
        #expect(output.state == .critical)
        let expected = """
            CONTRACTS CRITICAL - 1 of 5 endpoints unreachable (1 unreachable, 1 unsupported, 1 degraded, 2 healthy, \
            1 in maintenance) | 'elements/elements'=0.123s;2.000;;0; 'elements/images'=2.310s;2.000;;0; \
            'elements/favorites'=0.087s;;;0; 'on-the-map/user'=0.200s;;;0;
            elements/images: degraded (for 2 h); the answer takes longer than it may (found 2.31 s, expected at most 2 s)
            elements/favorites: healthy (this round alone: failing); the initializer refuses what the contract accepts \
            (found nil, expected a value); '/0/color' became null; '/0/mass' is a string now
            on-the-map/locations: unreachable (for 12 min, failed after 1 retry); no answer: the connection was refused \
            (found -1004)
            on-the-map/user: unsupported; latency skipped: this platform does not tell the time to the first byte
            tarot-cards/it's = a¦card: unreachable (in maintenance, for 30 s); no answer
            note: a notification could not be delivered; it is tried again in the next round

            """
        #expect(output.text == expected)
    }

    @Test(arguments: [
        (HealthVerdict.healthy, NagiosOutput.State.ok, 0), (.degraded, .warning, 1), (.unsupported, .unknown, 3),
        (.failing, .critical, 2), (.unreachable, .critical, 2),
    ])
    func usesNagiosExitStatuses(_ verdict: HealthVerdict, _ state: NagiosOutput.State, _ code: Int) {
        let endpoint = EndpointHealth(
            service: "a", endpoint: "b", cases: [], aspects: [:], verdict: verdict, settled: verdict,
            settledSince: OutputSamples.date)
        let output = NagiosOutput(of: HealthRound(started: OutputSamples.date, seconds: 0, endpoints: [endpoint]))
        #expect(output.state == state)
        #expect(Int(output.state.rawValue) == code)
    }

    @Test func aRoundWithoutEndpointsIsUnknown() {
        let output = NagiosOutput(of: HealthRound(started: OutputSamples.date, seconds: 0, endpoints: []))
        #expect(output.text == "CONTRACTS UNKNOWN - No endpoint has a health check\n")
    }

    @Test(arguments: OutputSamples.hostileTexts) func untrustedTextCannotAddPerformanceData(_ text: String) {
        let lines = NagiosOutput(of: OutputSamples.hostile(text)).text.split(separator: "\n")
        #expect(lines.count { $0.contains("|") } == 1)
        let data = lines.first?.split(separator: " | ").last ?? ""
        #expect(data.wholeMatch(of: /'(?:[^'=|]|'')*'=0\.500s;;;0;/) != nil, "\(data)")
    }
}

struct HealthMetricsTests {
    private func values(_ round: HealthRound, _ name: String) -> [String: Double] {
        var values: [String: Double] = [:]
        for line in round.rendered(as: .prometheus).split(separator: "\n") where line.hasPrefix(name + "{") {
            let parts = line.dropFirst(name.count).split(separator: " ", maxSplits: 20)
            values[parts.dropLast().joined(separator: " ")] = parts.last.flatMap { Double($0) }
        }
        return values
    }

    private func label(_ service: String, _ endpoint: String, _ more: String = "") -> String {
        "{service=\"\(service)\",endpoint=\"\(endpoint)\"\(more)}"
    }

    @Test func reportsContractSuccessOfTheRound() {
        #expect(
            values(OutputSamples.round, "contract_success") == [
                label("elements", "elements"): 1, label("elements", "images"): 1, label("elements", "favorites"): 0,
                label("on-the-map", "locations"): 0, label("on-the-map", "user"): 0,
                label("tarot-cards", "it's = a|card"): 0,
            ])
    }

    @Test func omitsUnobservedValues() {
        #expect(
            values(OutputSamples.round, "contract_decode_success") == [
                label("elements", "elements"): 1, label("elements", "images"): 1, label("elements", "favorites"): 0,
                label("on-the-map", "user"): 1,
            ])
        #expect(values(OutputSamples.round, "contract_duration_seconds")[label("on-the-map", "locations")] == nil)
        #expect(values(OutputSamples.round, "contract_duration_seconds")[label("elements", "images")] == 2.31)
    }

    @Test func countsDriftBySeverity() {
        let drift = values(OutputSamples.round, "contract_drift_findings")
        #expect(drift[label("elements", "favorites", ",severity=\"error\"")] == 1)
        #expect(drift[label("elements", "favorites", ",severity=\"warning\"")] == 1)
        #expect(drift[label("elements", "favorites", ",severity=\"info\"")] == 0)
        #expect(drift[label("elements", "images", ",severity=\"error\"")] == nil)
    }

    @Test func hasEachMetricOnceAndNoTimestamps() throws {
        let lines = OutputSamples.round.rendered(as: .prometheus).split(separator: "\n")
        for prefix in ["# HELP ", "# TYPE "] {
            let names = lines.filter { $0.hasPrefix(prefix) }.compactMap { $0.split(separator: " ").dropFirst(2).first }
            #expect(Set(names).count == names.count)
            #expect(names.count == 12)
        }
        for line in lines where !line.hasPrefix("# ") {
            _ = try #require(line.wholeMatch(of: /[a-z_]+\{(?:[a-z]+="(?:[^"\\]|\\["\\])*",?)+\} [0-9.]+/), "\(line)")
        }
        #expect(
            values(OutputSamples.round, "contract_last_run_timestamp_seconds")[label("elements", "elements")]
                == 1_795_197_600)
    }

    @Test(arguments: OutputSamples.hostileTexts) func escapesUntrustedLabels(_ text: String) throws {
        for line in OutputSamples.hostile(text).rendered(as: .prometheus).split(separator: "\n")
        where !line.hasPrefix("# ") {
            _ = try #require(line.wholeMatch(of: /[a-z_]+\{(?:[a-z]+="(?:[^"\\]|\\["\\])*",?)+\} [0-9.]+/), "\(line)")
        }
    }
}
