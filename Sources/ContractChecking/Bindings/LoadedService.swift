import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

package final class LoadedService: Sendable {
    package let name: String
    package let contract: Contract?
    package let binding: Service?
    /// The faults of the contract and its bindings, in every mode.
    package let faults: [ContractFault]
    /// The `faults` that do not concern bindings.
    package let faultsWithoutBindings: [ContractFault]
    package let library: RecordingLibrary
    /// The faults of the recordings. Lazy because only replay and lint need them.
    package let recordingFaults: Lazy<[ContractFault]>
    /// Recording folders without a contract, reported by the first service.
    package let recordingsWithoutContract: [ContractFault]
    /// The valid instances found in recordings, keyed by model name.
    package let recordedInstances: Lazy<[String: [Instance]]>
    package let checks: [Check]
    let boundEndpoints: Lazy<[String: BoundEndpoint]>

    package init(
        name: String, contract: Contract?, binding: Service?, faults: [ContractFault], library: RecordingLibrary,
        recordingsWithoutContract: [ContractFault] = []
    ) {
        self.name = name
        self.contract = contract
        self.binding = binding
        faultsWithoutBindings = faults
        self.faults = faults + BindingFaults.faults(name: name, contract: contract, binding: binding, library.folder)
        self.library = library
        self.recordingsWithoutContract = recordingsWithoutContract
        recordingFaults = Lazy {
            (contract.map { RecordingFaults.faults(of: $0, library) } ?? []) + recordingsWithoutContract
        }
        recordedInstances = Lazy { contract.map { RecordedInstances.collect($0, library) } ?? [:] }
        checks = CheckList.checks(name: name, contract: contract, binding: binding)
        boundEndpoints = Lazy { Self.boundEndpoints(contract, binding) }
    }

    /// Rebinds a service to other code, and shares the parsed contract and recordings.
    init(_ other: LoadedService, binding: Service) {
        name = other.name
        contract = other.contract
        self.binding = binding
        faultsWithoutBindings = other.faultsWithoutBindings
        faults =
            other.faultsWithoutBindings
            + BindingFaults.faults(name: other.name, contract: other.contract, binding: binding, other.library.folder)
        library = other.library
        recordingsWithoutContract = other.recordingsWithoutContract
        recordingFaults = other.recordingFaults
        recordedInstances = other.recordedInstances
        checks = CheckList.checks(name: other.name, contract: other.contract, binding: binding)
        boundEndpoints = Lazy { Self.boundEndpoints(other.contract, binding) }
    }

    /// The faults of unbound conversions, each of which blocks the checks of one model.
    package var conversionFaults: [ContractFault] {
        guard let contract, let binding else { return [] }
        return contract.models.flatMap { binding.unboundConversions(of: $0) }.map { name, message in
            ContractFault(message, at: contract.place(of: name.pointer))
        }
    }

    package func endpoint(_ name: String) -> Endpoint? { binding?.endpoints.first { $0.name == name } }

    typealias BoundEndpoint = (contract: EndpointContract, cases: [String: CaseContract], binding: Endpoint)

    private static func boundEndpoints(_ contract: Contract?, _ binding: Service?) -> [String: BoundEndpoint] {
        let bindings = Dictionary((binding?.endpoints ?? []).map { ($0.name, $0) }) { first, _ in first }
        return (contract?.endpoints ?? []).reduce(into: [:]) { bound, endpoint in
            if let binding = bindings[endpoint.name], bound[endpoint.name] == nil {
                let cases = Dictionary(endpoint.cases.map { ($0.name, $0) }) { first, _ in first }
                bound[endpoint.name] = (endpoint, cases, binding)
            }
        }
    }

    package var models: [Model] { binding?.models ?? [] }

    package func model(_ name: String) -> Model? { binding?.models.first { $0.name == name } }
}
