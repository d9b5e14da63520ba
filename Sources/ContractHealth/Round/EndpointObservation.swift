import ContractChecking
import ContractReporting
import Foundation
import JSONSchema

/// What one round showed of one endpoint, before anything is remembered of it.
package struct EndpointObservation: Sendable, Hashable {
    package let service: String
    package let endpoint: String
    package let cases: [String]
    package let aspects: [HealthAspect: HealthAspectResult]
    package let remarks: [Finding]
    package let verdict: HealthVerdict
    package let latency: Double?
    package let latencyLimit: Double?
    /// The days for which the server's certificate is still valid; `nil` where that is not known.
    package let certificateDays: Double?
    /// The time when the oldest recording that it is compared with was made; `nil` where there is none.
    package let recordedAt: Date?
    package let attempts: Int

    package var id: String { "\(service)/\(endpoint)" }

    /// Tells what the judgements of an endpoint's cases come to: the worst of each aspect.
    init(_ target: HealthTarget, _ judgements: [Judgement]) {
        service = target.contract.service
        endpoint = target.name
        // Of a scenario its steps, by their endpoints.
        cases = target.scenario.map { $0.steps.map(\.endpoint.text) } ?? target.cases.map(\.name)
        aspects = HealthAspect.allCases.reduce(into: [:]) { all, aspect in
            all[aspect] = HealthAspectResult(judgements.compactMap { $0.aspects[aspect] })
        }
        remarks = judgements.flatMap(\.remarks)
        verdict = judgements.map(\.verdict).max() ?? .unsupported
        latency = judgements.compactMap(\.latency).max()
        latencyLimit = target.latencyLimit
        certificateDays = nil
        recordedAt = nil
        attempts = judgements.map(\.attempts).max() ?? 0
    }

    package init(
        service: String, endpoint: String, cases: [String], aspects: [HealthAspect: HealthAspectResult],
        remarks: [Finding] = [], verdict: HealthVerdict, latency: Double? = nil, latencyLimit: Double? = nil,
        certificateDays: Double? = nil, recordedAt: Date? = nil, attempts: Int = 1
    ) {
        self.service = service
        self.endpoint = endpoint
        self.cases = cases
        self.aspects = HealthAspect.allCases.reduce(into: [:]) { all, aspect in
            all[aspect] = aspects[aspect] ?? .notObserved(reason: "it was not asked for")
        }
        self.remarks = remarks
        self.verdict = verdict
        self.latency = latency
        self.latencyLimit = latencyLimit
        self.certificateDays = certificateDays
        self.recordedAt = recordedAt
        self.attempts = attempts
    }

    /// The observation of an endpoint whose code under test ended its process, or had to be ended with it.
    ///
    /// - Parameters:
    ///   - message: what the runtime said, which may quote anything.
    ///   - live: the options of the calls, whose secrets are not told.
    package init(_ target: HealthTarget, killedBy message: String, live: Options) {
        let finding = target.finding(
            HealthRule.trap, "the code under test ends its process on what came", expected: "a value, nil or an error",
            found: RunSecrets(of: target.contract, mode: .live, environment: live.environment)
                .redacted(message), live: live)
        self.init(target, [Judgement(broken: finding)])
    }

    /// The observation of an endpoint that could not be looked at, and why.
    package init(_ target: HealthTarget, unsupported reason: String) {
        self.init(target, [Judgement(reachable: .unsupported(reason: reason))])
    }
}

extension HealthAspectResult {
    /// The result of several cases: all that failed, else what could not be looked at, else that it held.
    fileprivate init(_ results: [HealthAspectResult]) {
        let findings = results.flatMap(\.findings)
        if !findings.isEmpty {
            self = .failed(findings)
        } else {
            let unsupported = results.first { if case .unsupported = $0 { true } else { false } }
            self =
                unsupported ?? results.first { $0 == .held } ?? results.first
                ?? .notObserved(reason: "no case was called")
        }
    }
}

/// How a process that observes hands its observations to the one that waits for them.
extension EndpointObservation {
    package var json: JSON {
        var members: [(String, JSON)] = [
            ("service", .string(service)), ("endpoint", .string(endpoint)),
            ("cases", .array(cases.map(JSON.string))),
            (
                "aspects",
                .object(
                    JSONObject(
                        HealthAspect.allCases.compactMap { aspect in
                            aspects[aspect].map { (aspect.rawValue, $0.json) }
                        }))
            ),
            ("remarks", remarks.json), ("verdict", .string(verdict.rawValue)),
            ("attempts", .number(JSONNumber(attempts))),
        ]
        if let latency = latency.flatMap(JSONNumber.init) { members.append(("latency", .number(latency))) }
        if let limit = latencyLimit.flatMap(JSONNumber.init) { members.append(("latencyLimit", .number(limit))) }
        return .object(JSONObject(members))
    }

    /// Reads what `json` wrote.
    ///
    /// - Parameter command: the start of the command that repeats a check, as whoever reads was called.
    /// - Throws: `StateFault`, where another program wrote it.
    package init(json: JSON, command: String) throws {
        let reader = StateCursor(json, StateReading("the observation"))
        let service = try reader.member("service").text()
        let endpoint = try reader.member("endpoint").text()
        let repeatCommand = "\(command) --only \(ShellWord.glob("\(service)/\(endpoint)"))"
        var aspects: [HealthAspect: HealthAspectResult] = [:]
        for (name, result) in try reader.member("aspects").members() {
            guard let aspect = HealthAspect(rawValue: name) else { throw reader.failure(expected: "known aspects") }
            aspects[aspect] = try HealthAspectResult(result, repeating: repeatCommand)
        }
        self.init(
            service: service, endpoint: endpoint,
            cases: try reader.member("cases").elements().map { try $0.text() }, aspects: aspects,
            remarks: try [Finding](reader.member("remarks"), repeating: repeatCommand),
            verdict: try reader.member("verdict").verdict(),
            latency: try reader["latency"]?.double(),
            latencyLimit: try reader["latencyLimit"]?.double(), attempts: try reader.member("attempts").int())
    }
}

extension HealthAspectResult {
    fileprivate var json: JSON {
        switch self {
        case .held: ["result": "held"]
        case .failed(let findings): ["result": "failed", "findings": findings.json]
        case .notObserved(let reason): ["result": "notObserved", "reason": .string(reason)]
        case .unsupported(let reason): ["result": "unsupported", "reason": .string(reason)]
        }
    }

    fileprivate init(_ reader: StateCursor, repeating command: String) throws {
        switch try reader.member("result").text() {
        case "held": self = .held
        case "failed": self = .failed(try [Finding](reader.member("findings"), repeating: command))
        case "notObserved": self = .notObserved(reason: try reader.member("reason").text())
        case "unsupported": self = .unsupported(reason: try reader.member("reason").text())
        default: throw reader.failure(expected: "a result")
        }
    }
}

extension [Finding] {
    fileprivate var json: JSON { .array(map(\.json)) }

    /// Reads findings, with the command that repeats them as whoever reads was called.
    fileprivate init(_ reader: StateCursor, repeating command: String) throws {
        self = try reader.elements().map { element in
            let finding = try Finding(json: element.json)
            return Finding(
                reported: finding.rule, severity: finding.severity, message: finding.message,
                expected: finding.expected, found: finding.found, contract: finding.contract,
                recording: finding.recording, repeatCommand: command, fingerprint: finding.fingerprint)
        }
    }
}
