import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Calls cases of one service live and tells what each call showed, for whoever watches a running service.
package struct LiveProbe: Sendable {
    private let context: ServiceRun
    private let clock: @Sendable () -> Double

    /// - Parameters:
    ///   - network: shared by all services of a round.
    ///   - clock: seconds that only go forward, by which calls are timed.
    package init(
        _ service: LoadedService, _ contract: Contract, network: Network, options: Options,
        clock: @escaping @Sendable () -> Double
    ) {
        self.clock = clock
        context = ServiceRun(
            service: service, contract: contract, mode: .live, options: options, network: network, recorder: nil)
    }

    /// A text for a report, without any secret that calls of a service take from the environment of the options.
    package static func redacted(
        _ text: String, _ service: LoadedService, _ contract: Contract, options: Options
    ) -> String {
        ServiceRun(service: service, contract: contract, mode: .live, options: options, network: .none, recorder: nil)
            .redacted(text)
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
        let start = clock()
        let result = await session.run(binding, arguments)
        // Whole microseconds: no clock of a network is better.
        let seconds = max(0, ((clock() - start) * 1_000_000).rounded() / 1_000_000)
        if let reason = sentry.refusal { return LiveObservation(.unsupported(reason: reason), seconds: seconds) }
        let call = Call(
            endpoint: endpoint, testCase: testCase, arguments: arguments,
            exchanges: await session.exchanges.ordered(for: endpoint),
            client: binding.call == nil
                ? [] : ClientCheck(outcome: testCase.outcome, pointer: testCase.pointer).mismatches(of: result))
        if case .hung = result, sentry.isAnswered { return hung(call, seconds: seconds) }
        if let reason = noAnswer(to: call, result, session.transportFailure) {
            return LiveObservation(.none(finding(reason, of: call)), seconds: seconds)
        }
        return await observation(of: call, seconds: seconds)
    }

    /// A call that came to an end.
    private struct Call: Sendable {
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
                HealthRule.unreachable, "no whole answer came", expected: "an answer within \(context.deadlineText)",
                found: $0, at: call.testCase.pointer)
        }
    }

    /// A call that goes on though everything it asked for has come: the code under test hangs, and so may its models.
    private func hung(_ call: Call, seconds: Double) -> LiveObservation {
        let nothing = LiveObservation.Look.nothing(reason: "the call did not end")
        return LiveObservation(
            answer: call.exchanges.isEmpty ? .notAsked : .whole, status: nothing,
            contract: .found(call.client.map { finding($0, of: call) }), models: nothing, drift: nothing,
            seconds: seconds)
    }

    private func observation(of call: Call, seconds: Double) async -> LiveObservation {
        let responses = ResponseCheck(
            contract: context.contract, endpoint: call.endpoint, outcome: call.testCase.outcome,
            pointer: call.testCase.pointer, arguments: call.arguments, values: context.values
        ).evaluate(call.exchanges).found.map(\.mismatch)
        func findings(_ mismatches: [Mismatch]) -> [Finding] {
            Self.grouped(mismatches).map { finding($0, of: call) }
        }
        let status = responses.filter { $0.rule == ResponseRule.status.rule }
        let answer: LiveObservation.Answer = call.exchanges.isEmpty ? .notAsked : .whole
        guard status.isEmpty else {
            let nothing = LiveObservation.Look.nothing(reason: "the status is another one")
            return LiveObservation(
                answer: answer, status: .found(findings(status)), contract: nothing, models: nothing, drift: nothing,
                seconds: seconds)
        }
        let models = LiveModels(context: context, isBodyBroken: responses.contains { $0.rule == ResponseRule.schema.rule })
        // What an initializer makes of what came is the one thing that may never end.
        let made = await Deadline.run(seconds: context.options.deadline) {
            Records(mismatches: models.mismatches(in: call.exchanges, of: call.endpoint), drift: drift(of: call))
        }
        let hang = Mismatch(
            FatalRule.rule(.model, .timeout), "an initializer does not end on what came",
            expected: "an end within \(context.deadlineText)", found: "still running", at: call.endpoint.pointer)
        return LiveObservation(
            answer: answer, status: .found([]), contract: .found(findings(responses + call.client)),
            models: made.map { made in
                made.mismatches.map { .found(findings($0)) } ?? .nothing(reason: "no record of a model came")
            } ?? .found([finding(hang, of: call)]),
            drift: made?.drift ?? .nothing(reason: "the models did not end"), seconds: seconds)
    }

    /// What the initializers made of the records that came.
    private struct Records: Sendable {
        let mismatches: [Mismatch]?
        let drift: LiveObservation.Look
    }

    // MARK: - Drift

    private func drift(of call: Call) -> LiveObservation.Look {
        let file = RecordingName.file(
            service: context.contract.service, endpoint: call.endpoint.name, case: call.testCase.name)
        guard case .success(let loaded) = context.library.recording(file) else {
            return .nothing(reason: "there is no recording '\(file)' to compare with")
        }
        let secrets = context.values.secrets(of: call.testCase.arguments)
        let live = Redaction(secrets: secrets).redacted(Recording(entries: call.exchanges)).recording
        let effects = ModelEffects(
            service: context.service,
            endpoints: context.contract.recordings.first { $0.file == file }?.endpoints ?? [])
        return .found(
            effects.effects(from: loaded.recording, to: live).map { change, effect in
                let mismatch = Mismatch(
                    HealthRule.drift, change.message + (effect == .harmless ? "" : " (\(effect.rawValue))"),
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
            let rule: Rule
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
