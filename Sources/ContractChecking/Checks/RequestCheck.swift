import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Builds the endpoint's request twice for each case and step that calls it, and compares the results.
struct RequestCheck: SingleCheck, CodeCheck {
    let context: ServiceRun
    let check: Check
    let endpoint: EndpointContract
    let build: Endpoint.Builder
    /// The call beside a builder, stopped at its first request.
    private let call: Endpoint.Builder?
    /// A call that takes longer is not compared with its builder. Within 3 s it would count as hanging.
    private static let secondsUntilRequest = 1.0

    var pointer: JSONPointer { endpoint.pointer }

    private var contract: Contract { context.contract }

    init?(_ check: Check, _ endpoint: LoadedService.BoundEndpoint, in context: ServiceRun) {
        guard let build = endpoint.binding.builder(deadline: context.settings.deadline) else { return nil }
        (self.context, self.check, self.endpoint, self.build) = (context, check, endpoint.contract, build)
        call =
            endpoint.binding.build == nil ? nil : endpoint.binding.capturingBuilder(deadline: Self.secondsUntilRequest)
    }

    var probes: [CheckExplanation.Probe] {
        guard let request = endpoint.request else { return [] }
        let calls = calls
        let names = (calls + [calls.lazy.compactMap(early).first].compactMap(\.self)).map(\.probe)
        return names.map { CheckExplanation.Probe(name: $0, expected: "the request") }
            + (calls.first.map { HostileArguments.planned(of: endpoint, request, base: $0.arguments) } ?? [])
    }

    /// Returns the call with all dates moved to 2009, or `nil` if its arguments contain none.
    private func early(_ call: Call) -> Call? {
        let values = JSON.object(JSONObject(call.arguments.values.map { ($0.key, $0.value) }))
        return values.inYear2009?.objectValue.map { early in
            let arguments = Arguments(Dictionary(early.map { ($0.key, $0.value) }) { $1 }, of: endpoint)
            return Call(probe: "the arguments with dates in 2009", pointer: endpoint.pointer, arguments: arguments)
        }
    }

    func evaluation() async -> Evaluation {
        var evaluation = Evaluation()
        guard let request = endpoint.request else { return evaluation }
        var seen: Set<[String]> = []
        var base: Arguments?
        var dated: Call?
        var unasked = UnaskedArguments(of: endpoint, in: contract)
        func differences(of call: Call) async -> (mismatches: [Finding], adaptations: [Adaptation]) {
            let found = await compare(request, call, &unasked)
            evaluation.probes += 1
            evaluation.outcomes.append(
                ProbeOutcome(of: call.probe, "case", at: call.pointer, expected: "the request", found.mismatches))
            return found
        }
        for call in calls {
            let (mismatches, adaptations) = await differences(of: call)
            evaluation.adaptations += adaptations.filter { !evaluation.adaptations.contains($0) }
            // Report a fault found in several calls once, regardless of the values.
            evaluation.add(mismatches.filter { seen.insert([$0.rule, "\($0.pointer)", $0.message]).inserted })
            guard mismatches.isEmpty else { continue }
            base = base ?? call.arguments
            dated = dated ?? early(call)
        }
        if let dated,
            endpoint.arguments.allSatisfy({ dated.arguments.values[$0.name].map($0.schema.schema.accepts) ?? true })
        {
            let found = await differences(of: dated).mismatches
            evaluation.add(found.map { $0.rephrased(about: "days of 2009") { "\($0); probe: \(dated.probe)" } })
        }
        // A builder that is wrong for ordinary arguments would fail again for every hostile argument.
        if let base, evaluation.findings.isEmpty {
            let hostile = await HostileArguments(
                contract: contract, endpoint: endpoint, request: request, build: build, call: call,
                watch: ProbeWatch(check: check, monitor: context.resources.monitor)
            ).evaluate(base: base)
            evaluation.add(hostile.findings)
            evaluation.outcomes += hostile.outcomes
            evaluation.probes += hostile.outcomes.count
        }
        evaluation.adaptations += unasked.adaptations
        return evaluation
    }

    private struct Call {
        let probe: String
        let pointer: JSONPointer
        let arguments: Arguments
    }

    private var calls: [Call] {
        endpoint.cases.map { call($0.name, $0.pointer, $0.arguments) }
            + contract.scenarios.flatMap { scenario -> [Call] in
                let captures = scenario.steps.flatMap(\.captures).map(\.name)
                return scenario.steps.filter {
                    $0.endpoint.text == endpoint.name && ($0.case == nil || !$0.arguments.isEmpty)
                }.map { call(scenario.name, $0.pointer, $0.mergedArguments(of: endpoint), captures) }
            }
    }

    /// Builders are checked without secrets in every mode; variables remain placeholders.
    private func call(
        _ name: String, _ pointer: JSONPointer, _ values: [ArgumentValue], _ captures: [String] = []
    ) -> Call {
        let captured = Dictionary(captures.map { ($0, JSON.string("{\($0)}")) }) { first, _ in first }
        let arguments = CallArguments.replayed.filled(values, of: endpoint, captured: captured)
            .fitted(to: endpoint, values, captured: captured, isMadeUp: true)
        return Call(probe: "the arguments of '\(name)'", pointer: pointer, arguments: arguments)
    }

    private func compare(
        _ request: RequestContract, _ call: Call, _ unasked: inout UnaskedArguments
    ) async -> (mismatches: [Finding], adaptations: [Adaptation]) {
        func refusal(_ text: MessageText, found: MessageText) -> (mismatches: [Finding], adaptations: [Adaptation]) {
            (.one(RequestRule.refused, text, expected: "a request", found: found, at: call.pointer), [])
        }
        let built: SentRequest
        let again: SentRequest
        do {
            built = SentRequest(try await build(call.arguments))
            again = SentRequest(try await build(call.arguments))
        } catch let none as RequestCapture.Missing {
            return refusal("\(none.errorDescription ?? "the call sends no request")", found: "none")
        } catch let error as ArgumentError {
            return ([error.mismatch(of: endpoint)], [])
        } catch {
            return refusal(
                "the builder refuses \(call.probe)",
                found: "thrown: \(MessageText.excerpt(Reflection.caseName(error)))")
        }
        unasked.record(built, read: call.arguments.reads?.acceptedSamples ?? [:])
        let matcher = RequestMatcher(request, of: endpoint, in: contract, call.arguments.values)
        var mismatches = matcher.mismatches(of: built)
        let adaptations = mismatches.isEmpty ? [] : matcher.adaptations(to: built)
        if StableParts(of: built, request) != StableParts(of: again, request) {
            mismatches.append(
                Finding(
                    RequestRule.unstable, "two calls with the same arguments build different requests",
                    at: request.pointer
                ))
        }
        return (mismatches, adaptations)
    }
}

extension ArgumentError {
    func mismatch(of endpoint: EndpointContract) -> Finding {
        guard declaredNames == nil, let argument = endpoint.argument(name) else {
            let names = endpoint.arguments.map(\.name)
            return Finding(
                RequestRule.argument, MessageText(obstacle),
                expected: names.isEmpty ? "no argument" : MessageText(names.joined(separator: ", ")),
                found: .excerpt(name),
                at: names.isEmpty ? endpoint.pointer : endpoint.pointer(to: .arguments))
        }
        return Finding(
            RequestRule.argument, MessageText(obstacle), expected: .excerpt(argument.schema.json),
            found: MessageText(expected), at: argument.schema.pointer)
    }
}

struct RejectsCheck: SingleCheck, CodeCheck {
    let context: ServiceRun
    let check: Check
    let endpoint: EndpointContract
    let reject: RejectContract
    let build: Endpoint.Builder

    var pointer: JSONPointer { reject.pointer }

    init?(_ check: Check, _ endpoint: LoadedService.BoundEndpoint, in context: ServiceRun) {
        // A builder that catches a call's request serves one check at a time, so each check creates its own.
        guard let reject = endpoint.contract.rejects.first(where: { $0.name == check.part }),
            let build = endpoint.binding.builder(deadline: context.settings.deadline)
        else { return nil }
        (self.context, self.check, self.endpoint) = (context, check, endpoint.contract)
        (self.reject, self.build) = (reject, build)
    }

    func evaluation() async -> Evaluation {
        let arguments = CallArguments.replayed.filled(reject.arguments, of: endpoint)
        do {
            let request = try await build(arguments)
            let finding = Finding(
                RejectsRule.built, "the builder accepts arguments that it must refuse",
                expected: "thrown: \(reject.error.text)",
                found:
                    "\(request.httpMethod ?? "GET") \(MessageText.excerpt(request.url?.absoluteString ?? "without a URL"))",
                at: reject.pointer)
            return Evaluation(findings: [finding], probes: 1)
        } catch let error as ArgumentError {
            // The request check reports binding faults.
            return .notEvaluated(error.errorDescription ?? "")
        } catch {
            let thrown = ThrownError(error)
            let mismatches = reject.error.mismatches(
                of: thrown, reject.message, rules: (RejectsRule.wrongError, RejectsRule.message))
            return Evaluation(findings: mismatches + thrown.leaks(of: arguments.values, endpoint), probes: 1)
        }
    }
}
