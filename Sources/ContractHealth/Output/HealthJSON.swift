import ContractChecking
import ContractReporting
import JSONSchema

/// A round as JSON, in the shape that ``HealthSchema`` describes.
enum HealthJSON {
    /// The version of the shape; a change that a reader must know of raises it.
    static let version = 1

    static func text(of round: HealthRound) -> String {
        object(ending(of: round) + [("endpoints", .array(round.endpoints.map { json(of: $0) }))]).text(.pretty) + "\n"
    }

    /// Each endpoint with the time of the round on a line of its own, and as the last the round without them.
    static func lines(of round: HealthRound) -> String {
        var text = ""
        for endpoint in round.endpoints { text += json(of: endpoint, lineOf: round).text() + "\n" }
        return text + object(ending(of: round)).text() + "\n"
    }

    private static func ending(of round: HealthRound) -> [(String, JSON?)] {
        let counts = HealthVerdict.allCases.map { ($0.rawValue, Optional(JSON.number(JSONNumber(round.count($0))))) }
        let inMaintenance = round.endpoints.count(where: \.isInMaintenance)
        return [
            ("schema", number(version)), ("started", .string(round.started.stamp)), ("seconds", number(round.seconds)),
            ("verdict", .string(round.verdict.rawValue)),
            (
                "summary",
                object(
                    [("endpoints", number(round.endpoints.count))] + counts + [("inMaintenance", number(inMaintenance))]
                )
            ),
            ("notices", .array(round.notices.map(JSON.string))),
        ]
    }

    private static func json(of endpoint: EndpointHealth, lineOf round: HealthRound? = nil) -> JSON {
        let samples: JSON? = round == nil ? .some(.array(endpoint.samples.map(json))) : .none
        return object([
            ("id", .string(endpoint.id)), ("started", round.map { .string($0.started.stamp) }),
            ("service", .string(endpoint.service)), ("endpoint", .string(endpoint.endpoint)),
            ("cases", .array(endpoint.cases.map(JSON.string))), ("verdict", .string(endpoint.verdict.rawValue)),
            ("settled", .string(endpoint.settled.rawValue)), ("settledSince", .string(endpoint.settledSince.stamp)),
            ("latency", endpoint.latency.map(number)), ("latencyLimit", endpoint.latencyLimit.map(number)),
            ("certificateDays", endpoint.certificateDays.map(number)),
            ("recordedAt", endpoint.recordedAt.map { .string($0.stamp) }),
            ("attempts", number(endpoint.attempts)), ("inMaintenance", .bool(endpoint.isInMaintenance)),
            ("aspects", object(HealthAspect.allCases.map { ($0.rawValue, json(of: endpoint[$0])) })),
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
        object([
            ("date", .string(sample.date.stamp)), ("verdict", .string(sample.verdict.rawValue)),
            ("latency", sample.latency.map(number)), ("inMaintenance", .bool(sample.isInMaintenance)),
        ])
    }

    private static func json(of availability: HealthAvailability) -> JSON {
        object([
            ("window", .string(availability.window.rawValue)), ("available", number(availability.available)),
            ("observed", number(availability.observed)), ("ratio", availability.ratio.map(number)),
        ])
    }

    private static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

    /// JSON has no infinity, and a clock that was set back is no reason for a negative time: both are zero.
    private static func number(_ value: Double) -> JSON { .number(JSONNumber(max(value, 0)) ?? JSONNumber(0)) }

    /// An object of the members that have a value.
    private static func object(_ members: [(String, JSON?)]) -> JSON {
        .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
    }
}

/// The published JSON Schema (2020-12) of the formats `json` and `jsonl`, which `contracts health --schema` prints.
public enum HealthSchema {
    /// The schema as JSON text, which `Contracts/health.schema.json` repeats.
    public static let text = String(decoding: PackageResources.health_schema_json, as: UTF8.self)
}
