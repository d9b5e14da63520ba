import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Runs a client call over a transport with a fault, and looks at the error it ends in.
///
/// The arguments are those of the endpoint's first case.
struct FaultsCheck: SingleCheck {
    let context: ServiceRun
    let check: Check
    let endpoint: EndpointContract
    let fault: FaultContract
    let binding: Endpoint

    var pointer: JSONPointer { fault.pointer }

    static func check(_ fault: FaultContract, _ endpoint: EndpointContract, of service: String) -> Check {
        Check(service: service, kind: .faults, endpoint.name, fault.name)
    }

    static func planned(
        of endpoint: EndpointContract, _ binding: Endpoint, in context: ServiceRun, _ wanted: WantedChecks
    ) -> [FaultsCheck] {
        let service = context.service.name
        guard binding.call != nil, wanted.contains(.faults, of: endpoint.name, in: service) else { return [] }
        return endpoint.faults.map { fault in
            FaultsCheck(
                context: context, check: check(fault, endpoint, of: service), endpoint: endpoint, fault: fault,
                binding: binding)
        }.filter { wanted.contains($0.check) }
    }

    func evaluation() async -> Evaluation {
        guard let kind = Fault(rawValue: fault.name) else { return .obstructed("there is no fault '\(fault.name)'") }
        do {
            let arguments = try context.values.resolve(endpoint.cases.first?.arguments ?? [], of: endpoint)
            var evaluation = Evaluation()
            for array in kind == .badElement ? try arraysOfModels : [nil] {
                let session = try context.session(with: kind, in: array, over: recording ?? "")
                let mismatches = await mismatches(of: kind, in: array, arguments, session)
                // An answer that a network did not give is not the client's to make anything of.
                if !mismatches.isEmpty, context.mode != .replay, let failure = session.transportFailure {
                    return .obstructed(failure + context.remedy)
                }
                evaluation.probes += 1
                evaluation.add(mismatches)
                if !mismatches.isEmpty { break }
            }
            return evaluation
        } catch let error as CallArguments.MissingVariable {
            return .obstructed(error.description)
        } catch {
            return .obstructed("\(error)")
        }
    }

    private func mismatches(
        of kind: Fault, in array: JSONPointer?, _ arguments: Arguments, _ session: CallSession
    ) async -> [Mismatch] {
        let models = context.service.binding?.models ?? []
        let result = await session.run(binding, arguments, models: models)
        let mismatches = mismatches(of: result, in: array)
        guard mismatches.isEmpty, kind == .badElement, case .returned(let returned) = result,
            case .returning(let schema) = fault.outcome
        else { return mismatches }
        // What is left out must be the bad element alone.
        return matcher(returning: schema, arguments)
            .returnedMismatches(returned, from: await session.exchanges, models)
    }

    /// The arrays in which a bad element is tried: each whose elements are models and that the recording has; else the
    /// first array of a body.
    private var arraysOfModels: [JSONPointer?] {
        get throws(ContractFault) {
            guard context.mode == .replay, let recording else { return [nil] }
            let entries = try context.library.recording(recording).get().recording.entries
            let senders = [endpoint] + context.contract.endpoints.filter { endpoint.uses.contains($0.name) }
            let uses = senders.flatMap(\.responses).flatMap(\.models).filter { $0.at.tokens.last == "*" }
            var arrays: [JSONPointer] = []
            for array in uses.compactMap(\.at.parent) where !arrays.contains(array) {
                if entries.contains(where: { BadElement.added(to: $0.response.body, in: array) != nil }) {
                    arrays.append(array)
                }
            }
            return arrays.isEmpty ? [nil] : arrays
        }
    }

    private func matcher(returning schema: EmbeddedSchema, _ arguments: Arguments) -> ExchangeMatcher {
        ExchangeMatcher(
            contract: context.contract, endpoint: endpoint,
            outcome: Outcome(
                status: nil, response: endpoint.cases.first?.outcome.response, returns: schema, error: nil, message: nil
            ),
            pointer: fault.pointer, arguments: arguments, values: context.values)
    }

    /// The recording of the first case; of an endpoint that has none, one of the requests that it uses.
    var recording: String? {
        if let first = endpoint.cases.first {
            return RecordingName.file(service: context.contract.service, endpoint: endpoint.name, case: first.name)
        }
        return context.contract.recordings.first { $0.endpoints.contains { endpoint.uses.contains($0.name) } }?.file
    }

    private func mismatches(of result: CallSession.Result, in array: JSONPointer?) -> [Mismatch] {
        let name = array.map { $0.tokens.isEmpty ? fault.name : "\(fault.name)' in '\($0)" } ?? fault.name
        switch (result, fault.outcome) {
        case (.hung(let seconds), _):
            return [
                Mismatch(
                    FaultsRule.hang, "the call does not end under '\(name)'", expected: expected,
                    found: "still running after \(Int(seconds)) s", at: fault.pointer)
            ]
        case (.returned(let value), .throwing):
            return [
                Mismatch(
                    FaultsRule.returned, "the call returns under '\(name)'", expected: expected,
                    found: .excerpt(value.json), at: fault.pointer)
            ]
        case (.returned(let value), .returning(let schema)):
            return schema.faults(of: value.json).map {
                Mismatch(
                    FaultsRule.returned,
                    "what the call returns under '\(name)' differs at '\($0.place)': \($0.message)",
                    expected: $0.expected, found: $0.found.map { FindingText($0) }, at: $0.pointer)
            }
        case (.threw(let thrown), .throwing(let error)) where thrown.matches(error): return []
        case (.threw(let thrown), _):
            return [
                Mismatch(
                    FaultsRule.wrongError, "the error under '\(name)' is \(thrown.name), not \(expected)",
                    expected: expected, found: .excerpt("\(thrown.name): \(thrown.text)"), at: fault.pointer)
            ]
        }
    }

    private var expected: FindingText {
        switch fault.outcome {
        case .throwing(let error): FindingText("thrown: \(error.text)")
        case .returning: "a value that the contract describes"
        }
    }
}

/// What lies under a fault in replay: the recording, and for a request it does not match its last response.
///
/// A wrong request is for the request and client checks to tell; a fault check asks only what the client makes of a fault.
struct FaultBase: Transport {
    private let replay: ReplayTransport
    private let fallback: RecordedResponse?

    init(_ recording: Recording) {
        replay = ReplayTransport(recording, playback: .repeating)
        fallback = recording.entries.last?.response
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        do {
            return try await replay.send(request)
        } catch let miss as ReplayMiss {
            guard let url = request.url, let fallback, let response = fallback.urlResponse(url: url) else { throw miss }
            return (Data(fallback.body), response)
        }
    }
}
