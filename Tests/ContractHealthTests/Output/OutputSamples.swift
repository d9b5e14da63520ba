import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

@testable import ContractHealth

/// A round that contains every verdict and every aspect outcome.
enum OutputSamples {
    /// 2026-11-20 18:00:00 UTC.
    static let date = Date(timeIntervalSince1970: 1_795_197_600)

    static let round = HealthRound(
        started: date, seconds: 2.84, endpoints: [healthy, degraded, failing, unreachable, unsupported, maintained],
        notices: ["a notification could not be delivered; it is tried again in the next round"])

    static func finding(
        _ rule: String, _ message: String, expected: String? = nil, found: String? = nil,
        severity: Severity = .error, line: Int = 1
    ) -> Finding {
        Finding(
            reported: rule, severity: severity, message: message, expected: expected, found: found,
            contract: Place(file: "Contracts/elements/contract.json", line: line, column: 3, pointer: "/endpoints"),
            repeatCommand: "contracts health --only elements/images", fingerprint: rule)
    }

    static func availability(_ counts: (Int, Int)...) -> [HealthAvailability] {
        zip(HealthAvailability.Window.allCases, counts).map {
            HealthAvailability(window: $0, available: $1.0, observed: $1.1)
        }
    }

    /// Returns samples five minutes apart, the last at `date`.
    static func samples(_ rounds: [(HealthVerdict, Double?)]) -> [HealthSample] {
        rounds.enumerated().map { index, sample in
            HealthSample(
                date: date.addingTimeInterval(Double(index - rounds.count + 1) * 300), verdict: sample.0,
                latency: sample.1)
        }
    }

    private static let held: [HealthAspect: HealthAspectResult] = [
        .reachable: .held, .status: .held, .contract: .held, .models: .held, .drift: .held, .latency: .held,
    ]

    private static let slow = finding(
        "health.slow", "the answer takes longer than it may", expected: "at most 2 s", found: "2.31 s",
        severity: .warning, line: 212)
    private static let noLimit = finding("health.no-limit", "the case 'xenon' has no limit", severity: .info, line: 230)
    private static let rejected = finding(
        "model.false-reject", "the initializer refuses what the contract accepts", expected: "a value", found: "nil",
        line: 7)
    private static let drift = [
        finding("drift.null", "'/0/color' became null", severity: .warning, line: 9),
        finding("drift.type", "'/0/mass' is a string now", line: 10),
    ]
    private static let refused = finding(
        "health.unreachable", "no answer: the connection was refused", found: "-1004", line: 40)

    /// Returns aspects that all hold except the given ones.
    private static func aspects(_ others: [HealthAspect: HealthAspectResult]) -> [HealthAspect: HealthAspectResult] {
        held.merging(others) { $1 }
    }

    /// Twenty rounds from 0.4 to 0.6 s, then ten from 2 to 2.31 s.
    private static let slowing: [(HealthVerdict, Double?)] = {
        let quick: [(HealthVerdict, Double?)] = [0.4, 0.45, 0.5, 0.55, 0.6].map { (.healthy, $0) }
        let slow: [(HealthVerdict, Double?)] = [2, 2.1, 2.2, 2.3, 2.31].map { (.degraded, $0) }
        return quick + quick + quick + quick + slow + slow
    }()

    /// Latencies that vary between 0.1 and 0.22 s.
    private static let steady: [(HealthVerdict, Double?)] = (0..<48).map { (.healthy, Double(10 + $0 * 7 % 13) / 100) }

    private static let healthy = EndpointHealth(
        service: "elements", endpoint: "elements", cases: ["first hundred", "the rest"], aspects: held,
        verdict: .healthy, settled: .healthy, settledSince: date.addingTimeInterval(-400_000), latency: 0.1234,
        latencyLimit: 2, attempts: 2,
        samples: samples(steady),
        availability: availability((288, 288), (2014, 2016), (8600, 8640)))

    private static let degraded = EndpointHealth(
        service: "elements", endpoint: "images", cases: ["argon"],
        aspects: aspects([.latency: .failed([slow]), .drift: .notObserved(reason: "there is no recording")]),
        remarks: [noLimit], verdict: .degraded, settled: .degraded, settledSince: date.addingTimeInterval(-7500),
        latency: 2.31, latencyLimit: 2, samples: samples(slowing),
        availability: availability((288, 288), (2016, 2016), (0, 0)))

    private static let failing = EndpointHealth(
        service: "elements", endpoint: "favorites", cases: ["all"],
        aspects: aspects([.models: .failed([rejected]), .drift: .failed(drift)]),
        verdict: .failing, settled: .healthy, settledSince: date.addingTimeInterval(-90_000), latency: 0.087,
        samples: samples(Array(repeating: (.healthy, 0.08), count: 11) + [(.failing, 0.087)]),
        availability: availability((11, 12), (11, 12), (11, 12)))

    private static let unreachable = EndpointHealth(
        service: "on-the-map", endpoint: "locations", cases: ["first hundred"],
        aspects: [.reachable: .failed([refused]), .status: .notObserved(reason: "there was no answer")],
        verdict: .unreachable, settled: .unreachable, settledSince: date.addingTimeInterval(-720), attempts: 2,
        samples: samples(
            Array(repeating: (.healthy, 0.2), count: 21) + Array(repeating: (.unreachable, nil), count: 3)),
        availability: availability((285, 288), (285, 288), (285, 288)))

    private static let unsupported = EndpointHealth(
        service: "on-the-map", endpoint: "user", cases: ["ada"],
        aspects: aspects([.latency: .unsupported(reason: "this platform does not tell the time to the first byte")]),
        verdict: .unsupported, settled: .unsupported, settledSince: date, latency: 0.2)

    private static let maintained = EndpointHealth(
        service: "tarot-cards", endpoint: "it's = a|card", cases: ["the first"],
        aspects: [.reachable: .failed([finding("health.unreachable", "no answer", line: 50)])],
        verdict: .unreachable, settled: .unreachable, settledSince: date.addingTimeInterval(-30), isInMaintenance: true)

    /// Returns a round whose untrusted strings all equal `text`.
    static func hostile(_ text: String) -> HealthRound {
        let place = Place(file: text, line: 3, column: 4, pointer: JSONPointer(tokens: [text]))
        let finding = Finding(
            reported: text, severity: .error, message: text, expected: text, found: text, contract: place,
            recording: place, repeatCommand: text, fingerprint: text)
        let endpoint = EndpointHealth(
            service: text, endpoint: text, cases: [text],
            aspects: [
                .reachable: .held, .contract: .failed([finding]), .models: .unsupported(reason: text),
                .drift: .notObserved(reason: text),
            ], remarks: [finding], verdict: .failing, settled: .failing, settledSince: date, latency: 0.5,
            samples: samples([(.failing, 0.5)]), availability: availability((1, 2)))
        return HealthRound(started: date, seconds: 1, endpoints: [endpoint], notices: [text])
    }

    static let hostileTexts = [
        "::error::owned", "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "]]>", "&lt;",
        "\u{1B}[2J", "nul\u{0}", "\u{202E}desrever", "line\nbreak\r\n", "a|b='c';\"d\"\\", "##vso[task.setvariable]x",
        String(repeating: "long ", count: 4000), "",
    ]
}

extension EndpointHealth {
    /// Creates an endpoint. Aspects that are left out were not observed.
    init(
        service: String, endpoint: String, cases: [String], aspects: [HealthAspect: HealthAspectResult],
        remarks: [Finding] = [], verdict: HealthVerdict, settled: HealthVerdict, settledSince: Date,
        latency: Double? = nil,
        latencyLimit: Double? = nil, certificateDays: Double? = nil, recordedAt: Date? = nil, attempts: Int = 1,
        isInMaintenance: Bool = false,
        samples: [HealthSample] = [],
        availability: [HealthAvailability] = []
    ) {
        self.init(
            observation: EndpointObservation(
                service: service, endpoint: endpoint, cases: cases, aspects: aspects, remarks: remarks,
                verdict: verdict, latency: latency, latencyLimit: latencyLimit,
                certificateDays: certificateDays, recordedAt: recordedAt, attempts: attempts),
            settled: settled, settledSince: settledSince, isInMaintenance: isInMaintenance, samples: samples,
            availability: availability)
    }
}
