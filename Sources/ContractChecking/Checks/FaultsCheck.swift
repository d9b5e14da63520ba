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
            let session = try context.session(with: kind, over: recording ?? "")
            let mismatches = mismatches(of: await session.run(binding, arguments))
            // An answer that a network did not give is not the client's to make anything of.
            if !mismatches.isEmpty, context.mode != .replay, let failure = session.transportFailure {
                return .obstructed(failure + context.remedy)
            }
            var evaluation = Evaluation(probes: 1)
            evaluation.add(mismatches)
            return evaluation
        } catch let error as CallArguments.MissingVariable {
            return .obstructed(error.description)
        } catch {
            return .obstructed("\(error)")
        }
    }

    /// The recording of the first case; of an endpoint that has none, one of the requests that it uses.
    private var recording: String? {
        if let first = endpoint.cases.first {
            return RecordingName.file(service: context.contract.service, endpoint: endpoint.name, case: first.name)
        }
        return context.contract.recordings.first { $0.endpoints.contains { endpoint.uses.contains($0.name) } }?.file
    }

    private func mismatches(of result: CallSession.Result) -> [Mismatch] {
        switch result {
        case .hung(let seconds):
            return [
                Mismatch(
                    FaultsRule.hang, "the call does not end under '\(fault.name)'",
                    expected: "thrown: \(fault.error)", found: "still running after \(Int(seconds)) s",
                    at: fault.pointer)
            ]
        case .returned(let value):
            return [
                Mismatch(
                    FaultsRule.returned, "the call returns under '\(fault.name)'",
                    expected: "thrown: \(fault.error)", found: .excerpt(value), at: fault.pointer)
            ]
        case .threw(let name, let text):
            if name == fault.error { return [] }
            return [
                Mismatch(
                    FaultsRule.wrongError, "the error under '\(fault.name)' is \(name), not \(fault.error)",
                    expected: FindingText(fault.error), found: .excerpt("\(name): \(text)"), at: fault.pointer)
            ]
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
