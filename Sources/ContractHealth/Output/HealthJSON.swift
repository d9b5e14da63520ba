import ContractReporting
import EmbeddedTexts
import JSONSchema

enum HealthJSON {
    /// The version of the format, incremented by breaking changes.
    static let version = 1

    static func text(of round: HealthRound) -> String {
        JSON.present(ending(of: round) + [("endpoints", .array(round.endpoints.map { json(of: $0) }))]).text(.pretty)
            + "\n"
    }

    static func lines(of round: HealthRound) -> String {
        var text = ""
        for endpoint in round.endpoints { text += json(of: endpoint, lineOf: round).text() + "\n" }
        return text + JSON.present(ending(of: round)).text() + "\n"
    }

    private static func ending(of round: HealthRound) -> [(String, JSON?)] {
        let counts = HealthVerdict.allCases.map { ($0.rawValue, Optional(JSON(round.count($0)))) }
        let inMaintenance = round.endpoints.count(where: \.isInMaintenance)
        return [
            ("schema", JSON(version)), ("started", .string(round.started.stamp)),
            ("seconds", JSON(nonNegative: round.seconds)),
            ("verdict", .string(round.verdict.rawValue)),
            (
                "summary",
                JSON.present(
                    [("endpoints", JSON(round.endpoints.count))] + counts + [("inMaintenance", JSON(inMaintenance))]
                )
            ),
            ("notices", .array(round.notices.map(JSON.string))),
        ]
    }

    private static func json(of endpoint: EndpointHealth, lineOf round: HealthRound? = nil) -> JSON {
        let samples = round == nil ? JSON.array(endpoint.samples.map(json)) : nil
        return JSON.present([
            ("id", .string(endpoint.id)), ("started", round.map { .string($0.started.stamp) }),
            ("service", .string(endpoint.service)), ("endpoint", .string(endpoint.endpoint)),
            ("cases", .array(endpoint.cases.map(JSON.string))), ("verdict", .string(endpoint.verdict.rawValue)),
            ("settled", .string(endpoint.settled.rawValue)), ("settledSince", .string(endpoint.settledSince.stamp)),
            ("latency", endpoint.latency.map(JSON.init(nonNegative:))),
            ("latencyLimit", endpoint.latencyLimit.map(JSON.init(nonNegative:))),
            ("certificateDays", endpoint.certificateDays.map(JSON.init(nonNegative:))),
            ("recordedAt", endpoint.recordedAt.map { .string($0.stamp) }),
            ("attempts", JSON(endpoint.attempts)), ("inMaintenance", .bool(endpoint.isInMaintenance)),
            ("aspects", JSON.present(HealthAspect.allCases.map { ($0.rawValue, json(of: endpoint[$0])) })),
            ("remarks", .array(endpoint.remarks.map(\.json))),
            ("availability", .array(endpoint.availability.map(json))), ("samples", samples),
        ])
    }

    private static func json(of result: HealthAspectResult) -> JSON {
        switch result {
        case .held: ["outcome": "held"]
        case .failed(let findings): ["outcome": "failed", "findings": .array(findings.map(\.json))]
        case .notObserved(let reason): ["outcome": "notObserved", "reason": .string(reason)]
        case .unsupported(let reason): ["outcome": "unsupported", "reason": .string(reason)]
        }
    }

    private static func json(of sample: HealthSample) -> JSON {
        JSON.present([
            ("date", .string(sample.date.stamp)), ("verdict", .string(sample.verdict.rawValue)),
            ("latency", sample.latency.map(JSON.init(nonNegative:))), ("inMaintenance", .bool(sample.isInMaintenance)),
        ])
    }

    private static func json(of availability: HealthAvailability) -> JSON {
        JSON.present([
            ("window", .string(availability.window.rawValue)), ("available", JSON(availability.available)),
            ("observed", JSON(availability.observed)), ("ratio", availability.ratio.map(JSON.init(nonNegative:))),
        ])
    }
}

/// The published JSON Schema (2020-12) of the formats `json` and `jsonl`, printed by `contracts health --schema`.
package enum HealthSchema { package static let text = String(cString: embedded_health_schema_json()) }
