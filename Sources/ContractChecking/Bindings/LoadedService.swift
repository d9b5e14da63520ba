import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// One service ready to be checked: its contract, the code bound to it, and its recordings.
package final class LoadedService: Sendable {
    package let name: String
    package let contract: Contract?
    package let binding: Service?
    /// The faults of the contract and its bindings, whatever the mode.
    package let faults: [ContractFault]
    /// Those of `faults` that have nothing to do with how code is bound to the contract.
    package let contractFaults: [ContractFault]
    package let library: RecordingLibrary
    /// The faults of the recordings, read on first use: only replay and lint need them.
    package let recordingFaults: Lazy<[ContractFault]>
    /// Folders of recordings whose service has no contract, reported by the first service.
    package let strays: [ContractFault]
    /// Good instances of each model found in recordings.
    package let recordedInstances: Lazy<[String: [Instance]]>
    package let checks: [Check]
    /// The endpoints to which code is bound, by their names.
    let boundEndpoints: Lazy<[String: BoundEndpoint]>

    package init(
        name: String, contract: Contract?, binding: Service?, faults: [ContractFault], library: RecordingLibrary,
        strays: [ContractFault] = []
    ) {
        self.name = name
        self.contract = contract
        self.binding = binding
        contractFaults = faults
        self.faults = faults + BindingFaults.faults(name: name, contract: contract, binding: binding, library.folder)
        self.library = library
        self.strays = strays
        recordingFaults = Lazy { (contract.map { RecordingFaults.faults(of: $0, library) } ?? []) + strays }
        recordedInstances = Lazy { contract.map { RecordedInstances.collect($0, library) } ?? [:] }
        checks = CheckList.checks(name: name, contract: contract, binding: binding)
        boundEndpoints = Lazy { Self.boundEndpoints(contract, binding) }
    }

    /// The same service with other code bound to it: what was read of contract and recordings is shared.
    init(_ other: LoadedService, binding: Service) {
        name = other.name
        contract = other.contract
        self.binding = binding
        contractFaults = other.contractFaults
        faults =
            other.contractFaults
            + BindingFaults.faults(name: other.name, contract: other.contract, binding: binding, other.library.folder)
        library = other.library
        strays = other.strays
        recordingFaults = other.recordingFaults
        recordedInstances = other.recordedInstances
        checks = CheckList.checks(name: other.name, contract: other.contract, binding: binding)
        boundEndpoints = Lazy { Self.boundEndpoints(other.contract, binding) }
    }

    /// The faults that stop the checks of one model: conversions without an implementation.
    package var conversionFaults: [ContractFault] {
        guard let contract, let binding else { return [] }
        return contract.models.flatMap { binding.unboundConversions(of: $0) }.map { name, message in
            ContractFault(message, at: contract.place(of: name.pointer))
        }
    }

    package func endpoint(_ name: String) -> Endpoint? { binding?.endpoints.first { $0.name == name } }

    /// An endpoint of the contract with its cases by their names, and the code that is bound to it.
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
