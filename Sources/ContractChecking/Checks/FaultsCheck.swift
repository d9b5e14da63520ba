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
struct FaultsCheck: SingleCheck, CodeCheck {
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

    /// What one call under the fault came to.
    private struct Outcome: Sendable {
        let result: CallSession.Result
        let exchanges: [HTTPExchange]
        /// Why the network below the fault gave no answer.
        let failure: TransportFailure?
    }

    func evaluation() async -> Evaluation {
        guard let kind = Fault(rawValue: fault.name) else { return .obstructed("there is no fault '\(fault.name)'") }
        do {
            let arguments = try context.values.resolve(endpoint.cases.first?.arguments ?? [], of: endpoint)
            if kind == .badElement { return try await badElements(arguments) }
            let outcome = try await run(arguments) { FaultTransport(wrapping: $0, fault: kind) }
            return evaluation(of: outcome, mismatches(of: outcome, arguments))
        } catch let error as CallArguments.MissingVariable {
            return .obstructed(error.description)
        } catch {
            return .obstructed("\(error)")
        }
    }

    /// One bad element in each array of what comes, a call each, until one is wrong.
    private func badElements(_ arguments: Arguments) async throws -> Evaluation {
        for array in 0..<FaultTransport.mostArrays {
            let places = Locked<[JSONPointer]>([])
            let outcome = try await run(arguments) { base in
                FaultTransport(wrapping: base, badElementOfArray: array) { place in places.withLock { $0.append(place) }
                }
            }
            guard let place = places.withLock({ $0.first }) else {
                if array > 0 { return Evaluation(probes: array) }
                let none = evaluation(of: outcome, [])
                return none.obstacle != nil
                    ? none
                    : .obstructed("no body that came has an array with an element, among which a bad one could stand")
            }
            // Nobody has to notice what is wrong with an array that no model reads.
            let isRefused = matcher(arguments).isRefused(outcome.exchanges, by: context.models) ?? (array == 0)
            var mismatches = mismatches(of: outcome, arguments, in: place, mayReturn: !isRefused)
            if mismatches.isEmpty, case .returned(let returned) = outcome.result {
                // What is left out must be the bad element alone.
                mismatches = matcher(arguments).returnedMismatches(returned, from: outcome.exchanges, context.models)
            }
            guard mismatches.isEmpty, outcome.failure == nil || context.mode == .replay else {
                return evaluation(of: outcome, mismatches)
            }
        }
        return Evaluation(probes: FaultTransport.mostArrays)
    }

    private func run(_ arguments: Arguments, _ wrap: (any Transport) -> any Transport) async throws -> Outcome {
        let session = try context.session(
            over: recording ?? "", standIns: Array(arguments.standIns.values), wrap)
        let result = await session.run(binding, arguments, models: context.models)
        let exchanges = await session.exchanges
        context.secrets.learn(from: exchanges, of: endpoint, returned: result.returned)
        return Outcome(result: result, exchanges: exchanges, failure: session.transportFailure)
    }

    private func evaluation(of outcome: Outcome, _ mismatches: [Finding]) -> Evaluation {
        // A binding that asks for the wrong arguments is told by another check.
        if let fault = outcome.result.bindingFault { return .obstructed(fault.obstacle) }
        // An answer that a network did not give is not the client's to make anything of.
        if !mismatches.isEmpty, context.mode != .replay, let failure = outcome.failure {
            return .obstructed(context.obstacle(failure))
        }
        var evaluation = Evaluation(probes: 1)
        evaluation.add(mismatches)
        return evaluation
    }

    private func matcher(_ arguments: Arguments) -> ExchangeMatcher {
        let base = endpoint.cases.first?.outcome
        var returns: ReturnsContract?
        if case .returning(let schema) = fault.outcome { returns = schema }
        return ExchangeMatcher(
            contract: context.contract, endpoint: endpoint,
            outcome: ContractFormat.Outcome(
                status: nil, response: base?.response, returns: returns, order: base?.order ?? .asReceived, error: nil,
                message: nil),
            pointer: fault.pointer, arguments: arguments, values: context.values)
    }

    /// The recording of the first case; of an endpoint that has none, one of the requests that it uses.
    var recording: String? {
        if let first = endpoint.cases.first {
            return RecordingName.file(service: context.contract.service, endpoint: endpoint.name, case: first.name)
        }
        return context.contract.recordings.first { $0.endpoints.contains { endpoint.uses.contains($0.name) } }?.file
    }

    /// - Parameters:
    ///   - array: where a bad element stands.
    ///   - mayReturn: whether the call may return although the contract names an error.
    private func mismatches(
        of outcome: Outcome, _ arguments: Arguments, in array: JSONPointer = .root, mayReturn: Bool = false
    ) -> [Finding] {
        let name = array == .root ? fault.name : "\(fault.name)' in '\(array)"
        switch (outcome.result, fault.outcome) {
        case (.hung(let seconds), _):
            return [
                Finding(
                    FaultsRule.hang, "the call does not end under '\(name)'", expected: expected,
                    found: "still running after \(Int(seconds)) s", at: fault.pointer)
            ]
        case (.returned, .throwing) where mayReturn: return []
        case (.returned(let value), .throwing):
            return [
                Finding(
                    FaultsRule.returned, "the call returns under '\(name)'", expected: expected,
                    found: .excerpt(value.json), at: fault.pointer)
            ]
        case (.returned(let value), .returning(let returns)):
            let schema = matcher(arguments).schema(of: returns, from: outcome.exchanges)
            return schema.faults(of: value.json).map {
                Finding(
                    FaultsRule.returned,
                    "what the call returns under '\(name)' differs at '\($0.place)': \($0.message)",
                    expected: $0.expected, found: $0.found,
                    at: returns.place(of: $0.pointer))
            }
        case (.threw(let thrown), .throwing(let error)) where thrown.matches(error):
            return thrown.leaks(of: arguments, endpoint)
        case (.threw(let thrown), _):
            return [
                Finding(
                    FaultsRule.wrongError, "the error under '\(name)' is \(thrown.name), not \(expected)",
                    expected: expected, found: .excerpt(thrown.reason), at: fault.pointer)
            ]
        }
    }

    private var expected: MessageText {
        switch fault.outcome {
        case .throwing(let error): MessageText("thrown: \(error.text)")
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

    /// - Parameter replay: plays the recording again and again.
    init(_ replay: ReplayTransport, _ recording: Recording) {
        self.replay = replay
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
