import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Calls cases of one service live and tells what each call showed, for whoever watches a running service.
package struct LiveProbe: Sendable {
    private let context: ServiceRun

    /// - Parameter network: shared by all services of a round.
    package init(_ service: LoadedService, _ contract: Contract, network: Network, options: Options) {
        context = ServiceRun(
            service: service, contract: contract, mode: .live, options: options, network: network, recorder: nil)
    }

    /// Calls a case once; it ends at the deadline of the options at the latest.
    package func observe(_ testCase: CaseContract, of endpoint: EndpointContract) async -> LiveObservation {
        guard let binding = context.service.endpoint(endpoint.name) else {
            return LiveObservation(.unsupported(reason: "no code is bound to '\(endpoint.name)'"), seconds: 0)
        }
        let arguments: Arguments
        do { arguments = try context.values.resolve(testCase.arguments) } catch {
            return LiveObservation(.unsupported(reason: context.unset(error.name)), seconds: 0)
        }
        let sentry = RequestSentry(
            wrapping: context.network.transport,
            allowsUnsafeMethods: endpoint.health?.allowsUnsafeMethods == true)
        let session = CallSession(base: sentry, deadline: context.options.deadline)
        let clock = ContinuousClock()
        let start = clock.now
        let result = await session.run(binding, arguments)
        let seconds = (clock.now - start) / .seconds(1)
        if let reason = sentry.refusal { return LiveObservation(.unsupported(reason: reason), seconds: seconds) }
        let call = Call(
            endpoint: endpoint, testCase: testCase, arguments: arguments,
            exchanges: await session.exchanges.ordered(for: endpoint),
            client: binding.call == nil
                ? [] : ClientCheck(outcome: testCase.outcome, pointer: testCase.pointer).mismatches(of: result))
        if let reason = noAnswer(to: call, result, session.transportFailure) {
            return LiveObservation(.none(finding(reason, of: call)), seconds: seconds)
        }
        return observation(of: call, seconds: seconds)
    }

    /// A call that came to an end.
    private struct Call {
        let endpoint: EndpointContract
        let testCase: CaseContract
        let arguments: Arguments
        let exchanges: [HTTPExchange]
        let client: [Mismatch]
    }

    /// Why a call had no whole answer; `nil` where it had one, or got on without.
    private func noAnswer(to call: Call, _ result: CallSession.Result, _ failure: String?) -> Mismatch? {
        var found = failure
        if case .hung = result {
            found = "none"
        } else if !call.exchanges.isEmpty, call.client.isEmpty {
            found = nil
        }
        return found.map {
            Mismatch(
                "health.unreachable", "no whole answer came", expected: "an answer within \(context.deadlineText)",
                found: $0, at: call.testCase.pointer)
        }
    }

    private func observation(of call: Call, seconds: Double) -> LiveObservation {
        let responses = ResponseCheck(
            contract: context.contract, endpoint: call.endpoint, outcome: call.testCase.outcome,
            pointer: call.testCase.pointer, arguments: call.arguments, values: context.values
        ).evaluate(call.exchanges).found.map(\.mismatch)
        func findings(_ mismatches: [Mismatch]) -> [Finding] {
            Self.grouped(mismatches).map { finding($0, of: call) }
        }
        let status = responses.filter { $0.rule == "response.status" }
        let answer: LiveObservation.Answer = call.exchanges.isEmpty ? .notAsked : .whole
        guard status.isEmpty else {
            let nothing = LiveObservation.Look.nothing(reason: "the status is another one")
            return LiveObservation(
                answer: answer, status: .found(findings(status)), contract: nothing, models: nothing, drift: nothing,
                seconds: seconds)
        }
        let models = LiveModels(context: context, isBodyBroken: responses.contains { $0.rule == "response.schema" })
            .mismatches(in: call.exchanges, of: call.endpoint)
        return LiveObservation(
            answer: answer, status: .found([]), contract: .found(findings(responses + call.client)),
            models: models.map { .found(findings($0)) } ?? .nothing(reason: "no record of a model came"),
            drift: drift(of: call), seconds: seconds)
    }

    // MARK: - Drift

    private func drift(of call: Call) -> LiveObservation.Look {
        let file = RecordingName.file(
            service: context.contract.service, endpoint: call.endpoint.name, case: call.testCase.name)
        guard case .success(let loaded) = context.library.recording(file) else {
            return .nothing(reason: "there is no recording '\(file)' to compare with")
        }
        let secrets = context.values.secrets(of: call.testCase.arguments)
        let live = Redaction(secrets: secrets).redacted(Recording(entries: call.exchanges))
        let effects = ModelEffects(
            service: context.service,
            endpoints: context.contract.recordings.first { $0.file == file }?.endpoints ?? [])
        return .found(
            effects.effects(from: loaded.recording, to: live).map { change, effect in
                let mismatch = Mismatch(
                    "health.drift", change.message + (effect == .harmless ? "" : " (\(effect.rawValue))"),
                    expected: "as it was recorded", at: place(of: change.pointer, in: call),
                    severity: Self.severity(of: change, effect))
                return finding(
                    mismatch, of: call,
                    at: change.oldEntry.map { loaded.place(entry: $0, "/response") } ?? loaded.place(entry: 0))
            }.sorted { $0.severity < $1.severity })
    }

    /// The line of the contract that speaks of a place in the body, or the case.
    private func place(of pointer: JSONPointer?, in call: Call) -> JSONPointer {
        guard let pointer, let status = call.exchanges.last?.response.status,
            let shape = call.endpoint.response(status: status, variant: call.testCase.outcome.response),
            case .json(let schema) = shape.body
        else { return call.testCase.pointer }
        // An element of an array stands for all.
        return SchemaPlace.find(JSONPointer(tokens: pointer.tokens.map { $0 == "*" ? "0" : $0 }), in: schema)
    }

    /// What differs in some records only, or was merely added, may be the data of the day: the contract decides on it.
    private static func severity(of change: SemanticDiff.Change, _ effect: ModelEffects.Effect) -> Severity {
        if effect == .recordNowRejected { return .error }
        switch change.kind {
        case .exchangeAdded, .propertyAdded, .headerAdded, .headerRemoved, .newValue: return .info
        case .statusChanged, .exchangeRemoved, .mediaTypeChanged, .propertyRemoved, .typeChanged: return .warning
        case .becameNull, .becameOptional: return change.isPartial ? .info : .warning
        }
    }

    // MARK: - Findings

    /// The first of those that break the same line of the contract, with the number of the others: a list of records
    /// breaks it as often as it has records.
    private static func grouped(_ mismatches: [Mismatch]) -> [Mismatch] {
        struct Fault: Hashable {
            let rule: String
            let pointer: JSONPointer
        }
        var groups: [Fault: Int] = [:]
        for mismatch in mismatches { groups[Fault(rule: mismatch.rule, pointer: mismatch.pointer), default: 0] += 1 }
        return mismatches.compactMap { first in
            guard let count = groups.removeValue(forKey: Fault(rule: first.rule, pointer: first.pointer)) else {
                return nil
            }
            return count == 1
                ? first
                : Mismatch(
                    first.rule, "\(first.message), and \(count - 1) more like it", expected: first.expected,
                    found: first.found, at: first.pointer, data: first.data, severity: first.severity)
        }
    }

    private func finding(_ mismatch: Mismatch, of call: Call, at recording: Place? = nil) -> Finding {
        let place = recording ?? call.exchanges.last.map { Place(file: $0.request.url) }
        let check = Check(
            service: context.contract.service, kind: .response, call.endpoint.name, call.testCase.name)
        let target = ShellWord.quoted("\(context.contract.service)/\(call.endpoint.name)")
        return Finding(
            mismatch, at: place, of: check, contract: context.contract,
            repeatCommand: "\(context.options.command ?? "contracts health") --only \(target)",
            redacted: context.redacted)
    }
}

extension ServiceRun {
    fileprivate var deadlineText: String {
        JSONNumber(options.deadline).map { "\($0.description) s" } ?? "the deadline"
    }
}
