import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The contracts and recordings to verify, and the code bound to them.
///
/// The initializers read no files and never throw. Files are read when the checks are first accessed. Faults of files
/// and bindings become findings of the check `SERVICE/contract`.
public struct ContractSuite: Sendable {
    /// The contracts folder, with a subfolder for each service.
    public let contracts: URL
    /// The recordings folder, with a subfolder for each service.
    public let recordings: URL
    /// The bound services.
    public let services: [Service]
    package let isReadOnly: Bool
    package let loaded: Lazy<LoadedSuite>

    /// Creates a suite of the given services.
    public init(contracts: URL, recordings: URL, @ServiceBuilder _ services: () -> [Service]) {
        self.init(contracts: contracts, recordings: recordings, services: services())
    }

    /// Creates a suite whose contracts and recordings are resources of a bundle, such as `.module`.
    ///
    /// The bundle contains the folders `Contracts` and `Recordings`. Add them with `.copy("Contracts")` in a package,
    /// or as folder references in Xcode. Recording needs a writable `recordings` folder.
    ///
    /// - Parameters:
    ///   - bundle: the bundle of the test target.
    ///   - subdirectory: the bundle folder that contains both folders; by default its resource folder.
    ///   - recordings: a writable folder to use instead of the bundle's, such as one next to `#filePath`.
    ///   - services: the bound services.
    public init(
        bundle: Bundle, subdirectory: String? = nil, recordings: URL? = nil,
        @ServiceBuilder _ services: () -> [Service]
    ) {
        var resources = bundle.resourceURL ?? bundle.bundleURL
        if let subdirectory { resources = resources.appendingPathComponent(subdirectory, isDirectory: true) }
        self.init(
            contracts: resources.appendingPathComponent("Contracts", isDirectory: true),
            recordings: recordings ?? resources.appendingPathComponent("Recordings", isDirectory: true),
            services: services(), isReadOnly: recordings == nil)
    }

    package init(contracts: URL, recordings: URL, services: [Service], isReadOnly: Bool = false) {
        self.contracts = contracts
        self.recordings = recordings
        self.services = services
        self.isReadOnly = isReadOnly
        loaded = Lazy {
            LoadedSuite(contracts: contracts, recordings: recordings, services: services, isReadOnly: isReadOnly)
        }
    }

    /// All checks by service in contract order; each service starts with its contract check.
    public var checks: [Check] { loaded.value.services.flatMap(\.checks) }

    /// The checks that produce scores: those of model strictness, survival and contract strength.
    package var scoreChecks: [Check] {
        loaded.value.services.flatMap { service -> [Check] in
            let checks = service.checks.filter { $0.kind == .contract || $0.kind == .model }
            return checks + SurvivalCheck.checks(of: service) + [Check(service: service.name, kind: .strength)]
        }
    }

    package func verify(_ checks: [Check], _ options: Options) async -> Report {
        do { return try await Run(suite: loaded.value, options: options).report(of: checks) } catch {
            let results = checks.map { CheckResult(check: $0, outcome: .error, reason: "\(error)") }
            return Report(checks: results, seconds: 0)
        }
    }

    /// Runs the checks selected by the options.
    public func verify(_ options: Options = Options()) async -> Report {
        await verify(selected(by: options), options)
    }

    /// Runs one check. A check that the suite does not contain is reported as not evaluated.
    public func verify(_ check: Check, _ options: Options = Options()) async -> CheckResult {
        guard checks.contains(check) else {
            return CheckResult(check: check, outcome: .error, reason: "the suite has no check '\(check)'")
        }
        return await verify([check], options).checks.first
            ?? CheckResult(check: check, outcome: .error, reason: "the check gave no result")
    }
}

package struct LoadedSuite: Sendable {
    package var services: [LoadedService]
    package let recordings: URL
    package let accepted: AcceptedFindings
    let isReadOnly: Bool

    init(contracts: URL, recordings: URL, services: [Service], isReadOnly: Bool = false) {
        self.recordings = recordings
        let accepted = AcceptedFindings(folder: contracts)
        self.accepted = accepted
        self.isReadOnly = isReadOnly
        let library = RecordingLibrary(folder: recordings)
        do {
            let files = try ContractLoader.load(folder: contracts)
            let names = files.map(\.service)
            let recordingsWithoutContract = RecordingFaults.recordingsWithoutContract(in: library, services: names)
            self.services =
                files.enumerated().map { index, file in
                    let bound = services.filter { $0.name == file.service }
                    let twice =
                        bound.count < 2 ? [] : [Self.fault("the service '\(file.service)' is bound twice", contracts)]
                    return LoadedService(
                        name: file.service, contract: file.contract, binding: bound.first,
                        faults: file.faults + twice + accepted.faults,
                        library: library, recordingsWithoutContract: index == 0 ? recordingsWithoutContract : [])
                }
                + services.filter { !names.contains($0.name) }.map { service in
                    let hint = Suggestion.text(for: service.name, among: names)
                    return LoadedService(
                        name: service.name, contract: nil, binding: service,
                        faults: [
                            Self.fault(
                                "a binding names the service '\(service.name)', which has no contract\(hint)", contracts
                            )
                        ], library: library)
                }
        } catch let found {
            let isMissing = isReadOnly && !FileManager.default.fileExists(atPath: contracts.path)
            let error = isMissing ? Self.missing(contracts) : found
            // If loading fails, every bound service reports the error; a suite without services reports it itself.
            let names = services.isEmpty ? ["suite"] : services.map(\.name)
            self.services = names.map { name in
                LoadedService(
                    name: name, contract: nil, binding: services.first { $0.name == name }, faults: [error],
                    library: library)
            }
        }
    }

    private static func missing(_ folder: URL) -> SourceFault {
        fault(
            "the bundle has no folder '\(folder.lastPathComponent)': add .copy(\"\(folder.lastPathComponent)\") to the resources "
                + "of the test target, or in Xcode a folder reference (blue) to its Copy Bundle Resources", folder)
    }

    private static func fault(_ message: String, _ folder: URL) -> SourceFault {
        SourceFault(message, at: Place(file: SourceFile.displayPath(of: folder)))
    }
}

package final class LoadedService: Sendable {
    package let name: String
    package let contract: Contract?
    package let binding: Service?
    /// The faults of the contract and its bindings, in every mode.
    package let faults: [SourceFault]
    /// The `faults` that do not concern bindings.
    package let faultsWithoutBindings: [SourceFault]
    package let library: RecordingLibrary
    /// The faults of the recordings. Lazy because only replay and lint need them.
    package let recordingFaults: Lazy<[SourceFault]>
    /// Recording folders without a contract, reported by the first service.
    package let recordingsWithoutContract: [SourceFault]
    /// The valid instances found in recordings, keyed by model name.
    package let recordedInstances: Lazy<[String: [Instance]]>
    package let checks: [Check]
    let boundEndpoints: Lazy<[String: BoundEndpoint]>

    package init(
        name: String, contract: Contract?, binding: Service?, faults: [SourceFault], library: RecordingLibrary,
        recordingsWithoutContract: [SourceFault] = []
    ) {
        self.name = name
        self.contract = contract
        self.binding = binding
        faultsWithoutBindings = faults
        self.faults = faults + BindingFaults.faults(name: name, contract: contract, binding: binding)
        self.library = library
        self.recordingsWithoutContract = recordingsWithoutContract
        recordingFaults = Lazy {
            (contract.map { RecordingFaults.faults(of: $0, library) } ?? []) + recordingsWithoutContract
        }
        recordedInstances = Lazy { contract.map { RecordedInstances.collect($0, library) } ?? [:] }
        checks = CheckList.checks(name: name, contract: contract, binding: binding)
        boundEndpoints = Lazy { Self.boundEndpoints(contract, binding) }
    }

    /// The faults of unbound conversions, each of which blocks the checks of one model.
    package var conversionFaults: [SourceFault] {
        guard let contract, let binding else { return [] }
        return contract.models.flatMap { binding.unboundConversions(of: $0) }.map { name, message in
            SourceFault(message, at: contract.place(of: name.pointer))
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
