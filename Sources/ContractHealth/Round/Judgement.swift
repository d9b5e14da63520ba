import ContractChecking
import ContractFormat
import Foundation

/// What a call of a case comes to, aspect by aspect.
struct Judgement: Sendable {
    let aspects: [HealthAspect: HealthAspectResult]
    let remarks: [Finding]
    let verdict: HealthVerdict
    let latency: Double?
    var attempts = 1

    /// Judges what a call showed.
    ///
    /// - Parameters:
    ///   - limit: the seconds that it may take.
    ///   - slow: makes the finding of a call that took longer.
    init(_ observation: LiveObservation, limit: Double?, slow: (_ seconds: Double, _ limit: Double) -> Finding) {
        var aspects: [HealthAspect: HealthAspectResult] = [:]
        switch observation.answer {
        case .whole: aspects[.reachable] = .held
        case .none(let finding): aspects[.reachable] = .failed([finding])
        case .notAsked: aspects[.reachable] = .notObserved(reason: "the call sent no request")
        case .unsupported(let reason): aspects[.reachable] = .unsupported(reason: reason)
        }
        let looks: [(HealthAspect, LiveObservation.Look, Severity)] = [
            (.status, observation.status, .error), (.contract, observation.contract, .error),
            (.models, observation.models, .error), (.drift, observation.drift, .warning),
        ]
        var remarks: [Finding] = []
        for (aspect, look, gate) in looks {
            aspects[aspect] = HealthAspectResult(look, failingBy: gate)
            if case .found(let findings) = look { remarks += findings.filter { $0.severity > gate } }
        }
        if observation.answer == .whole {
            latency = observation.seconds
            aspects[.latency] =
                limit.map { limit in
                    observation.seconds > limit ? .failed([slow(observation.seconds, limit)]) : .held
                } ?? .notObserved(reason: "no limit is set")
        } else {
            latency = nil
            aspects[.latency] = .notObserved(reason: "there was no answer to look at")
        }
        self.aspects = aspects
        self.remarks = remarks
        verdict = Self.verdict(of: aspects)
    }

    /// Judges a call of which nothing was seen but that it brought no answer, or could not be made.
    init(reachable: HealthAspectResult) {
        let nothing = HealthAspectResult.notObserved(reason: "there was no answer to look at")
        aspects = HealthAspect.allCases.reduce(into: [:]) { $0[$1] = $1 == .reachable ? reachable : nothing }
        remarks = []
        latency = nil
        verdict = Self.verdict(of: aspects)
    }

    /// Judges a call that the code under test did not survive.
    init(broken findings: [Finding]) {
        let nothing = HealthAspectResult.notObserved(reason: "the code under test ended its process")
        aspects = HealthAspect.allCases.reduce(into: [:]) { $0[$1] = $1 == .models ? .failed(findings) : nothing }
        remarks = []
        latency = nil
        verdict = .failing
    }

    private static func verdict(of aspects: [HealthAspect: HealthAspectResult]) -> HealthVerdict {
        func findings(_ aspect: HealthAspect) -> [Finding] { aspects[aspect]?.findings ?? [] }
        if !findings(.reachable).isEmpty { return .unreachable }
        let broken = [HealthAspect.status, .contract, .models].flatMap(findings)
        if !broken.isEmpty || findings(.drift).contains(where: { $0.severity == .error }) { return .failing }
        if aspects.values.contains(where: { if case .unsupported = $0 { true } else { false } }) { return .unsupported }
        return findings(.drift).isEmpty && findings(.latency).isEmpty ? .healthy : .degraded
    }
}

extension HealthAspectResult {
    /// - Parameter gate: the least severity that counts.
    fileprivate init(_ look: LiveObservation.Look, failingBy gate: Severity) {
        switch look {
        case .nothing(let reason): self = .notObserved(reason: reason)
        case .found(let findings):
            let counting = findings.filter { $0.severity <= gate }
            self = counting.isEmpty ? .held : .failed(counting)
        }
    }
}
