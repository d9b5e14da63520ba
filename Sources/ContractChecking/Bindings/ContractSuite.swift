import ContractFormat
import Foundation
import JSONSchema

/// Contracts, recordings and the code bound to them: everything that is verified.
///
/// Making a suite reads nothing and never throws. Files are read when its checks are first asked for; whatever is wrong
/// with them, or with the bindings, is a finding of the check `SERVICE/contract`.
public struct ContractSuite: Sendable {
    /// The folder with a folder for each service.
    public let contracts: URL
    /// The folder with the recordings of each service.
    public let recordings: URL
    /// The code that is bound.
    public let services: [Service]
    /// Whether the recordings are resources of a bundle, which nothing is written to.
    let isReadOnly: Bool
    package let loaded: Lazy<LoadedSuite>

    /// Makes a suite of the services in the builder.
    public init(contracts: URL, recordings: URL, @ServiceBuilder _ services: () -> [Service]) {
        self.init(contracts: contracts, recordings: recordings, services: services())
    }

    package init(contracts: URL, recordings: URL, services: [Service]) {
        self.init(contracts: contracts, recordings: recordings, services: services, isReadOnly: false)
    }

    /// Makes a suite of contracts and recordings that are resources of a bundle, such as `.module`.
    ///
    /// The bundle has the folders `Contracts` and `Recordings` as they are: `.copy("Contracts")` among the resources of a
    /// target, a folder reference in an Xcode project. Both are only read: a recording run needs a folder to write to.
    ///
    /// - Parameters:
    ///   - bundle: the bundle of the test target.
    ///   - subdirectory: the folder of the bundle in which the two are; its resources themselves where none is named.
    ///   - recordings: a folder to read recordings from and to write them to instead, such as one beside `#filePath`.
    ///   - services: the services and what is bound to them.
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

    init(contracts: URL, recordings: URL, services: [Service], isReadOnly: Bool) {
        self.contracts = contracts
        self.recordings = recordings
        self.services = services
        self.isReadOnly = isReadOnly
        loaded = Lazy {
            LoadedSuite(contracts: contracts, recordings: recordings, services: services, isReadOnly: isReadOnly)
        }
    }

    private init(_ other: ContractSuite, binding service: Service) {
        contracts = other.contracts
        recordings = other.recordings
        isReadOnly = other.isReadOnly
        services = other.services.map { $0.name == service.name ? service : $0 }
        loaded = Lazy { LoadedSuite(other.loaded.value, binding: service) }
    }

    /// The suite with other code bound to one of its services; contracts and recordings are read once for both.
    package func binding(_ service: Service) -> ContractSuite { ContractSuite(self, binding: service) }

    /// Every check, in the order of services as their contracts are sorted, the contract check of each first.
    public var checks: [Check] { loaded.value.services.flatMap(\.checks) }

    /// The checks whose results are scores: how strict each model is, what each model and client call survives, and how
    /// much of the contract anything holds.
    package var scoreChecks: [Check] {
        loaded.value.services.flatMap { service -> [Check] in
            let checks = service.checks.filter { $0.kind == .contract || $0.kind == .model }
            return checks + SurvivalCheck.checks(of: service) + [Check(service: service.name, kind: .strength)]
        }
    }

    /// Runs checks that may be those of scores.
    package func verify(_ checks: [Check], _ options: Options) async -> Report {
        do { return try await Run(suite: loaded.value, options: options).report(of: checks) } catch {
            let results = checks.map { CheckResult(check: $0, outcome: .error, reason: "\(error)") }
            return Report(checks: results, seconds: 0)
        }
    }

    /// Runs the checks that the options select.
    public func verify(_ options: Options = Options()) async -> Report {
        await verify(selected(by: options), options)
    }

    /// Runs one check; one that the suite does not have is reported as not evaluated.
    public func verify(_ check: Check, _ options: Options = Options()) async -> CheckResult {
        guard loaded.value.services.contains(where: { $0.name == check.service && $0.checks.contains(check) }) else {
            return CheckResult(check: check, outcome: .error, reason: "the suite has no check '\(check)'")
        }
        return await verify([check], options).checks.first
            ?? CheckResult(check: check, outcome: .error, reason: "the check gave no result")
    }
}

/// A suite whose files were read.
package struct LoadedSuite: Sendable {
    package let services: [LoadedService]
    package let recordings: URL
    /// The findings that are accepted for a time.
    package let accepted: AcceptedFindings
    /// Whether the recordings are resources of a bundle, which nothing is written to.
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
            let strays = RecordingFaults.strays(in: library, services: names)
            self.services =
                files.enumerated().map { index, file in
                    let bound = services.filter { $0.name == file.service }
                    let twice =
                        bound.count < 2 ? [] : [Self.fault("the service '\(file.service)' is bound twice", contracts)]
                    return LoadedService(
                        name: file.service, contract: file.contract, binding: bound.first,
                        faults: file.faults + twice + accepted.faults,
                        library: library, strays: index == 0 ? strays : [])
                }
                + services.filter { !names.contains($0.name) }.map { service in
                    let hint = Suggestion.text(for: service.name, among: names)
                    return LoadedService(
                        name: service.name, contract: nil, binding: service,
                        faults: [
                            Self.fault(
                                "a binding names the service '\(service.name)', which has no contract\(hint)", contracts
                            )
                        ],
                        library: library)
                }
        } catch let found {
            let isMissing = isReadOnly && !FileManager.default.fileExists(atPath: contracts.path)
            let error = isMissing ? Self.missing(contracts) : found
            // Without contracts every bound service fails; without those too, the suite itself does.
            let names = services.isEmpty ? ["suite"] : services.map(\.name)
            self.services = names.map { name in
                LoadedService(
                    name: name, contract: nil, binding: services.first { $0.name == name }, faults: [error],
                    library: library)
            }
        }
    }

    fileprivate init(_ other: LoadedSuite, binding service: Service) {
        recordings = other.recordings
        accepted = other.accepted
        isReadOnly = other.isReadOnly
        services = other.services.map { $0.name == service.name ? LoadedService($0, binding: service) : $0 }
    }

    /// The fault of a bundle that holds no contracts.
    private static func missing(_ folder: URL) -> ContractFault {
        fault(
            "the bundle has no folder '\(folder.lastPathComponent)': add .copy(\"\(folder.lastPathComponent)\") to the resources "
                + "of the test target, or in Xcode a folder reference (blue) to its Copy Bundle Resources", folder)
    }

    private static func fault(_ message: String, _ folder: URL) -> ContractFault {
        ContractFault(message, at: Place(file: SourceFile.displayPath(of: folder)))
    }
}
