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
    package let loaded: Lazy<LoadedSuite>

    /// Makes a suite of the services in the builder.
    public init(contracts: URL, recordings: URL, @ServiceBuilder _ services: () -> [Service]) {
        self.init(contracts: contracts, recordings: recordings, services: services())
    }

    package init(contracts: URL, recordings: URL, services: [Service]) {
        self.contracts = contracts
        self.recordings = recordings
        self.services = services
        loaded = Lazy { LoadedSuite(contracts: contracts, recordings: recordings, services: services) }
    }

    private init(_ other: ContractSuite, binding service: Service) {
        contracts = other.contracts
        recordings = other.recordings
        services = other.services.map { $0.name == service.name ? service : $0 }
        loaded = Lazy { LoadedSuite(other.loaded.value, binding: service) }
    }

    /// The suite with other code bound to one of its services; contracts and recordings are read once for both.
    package func binding(_ service: Service) -> ContractSuite { ContractSuite(self, binding: service) }

    /// Every check, in the order of services as their contracts are sorted, the contract check of each first.
    public var checks: [Check] { loaded.value.services.flatMap(\.checks) }

    /// Runs the checks that the options select.
    public func verify(_ options: Options = Options()) async -> Report {
        await Run(suite: loaded.value, options: options).report(of: selected(by: options))
    }

    /// Runs one check; one that the suite does not have is told as not evaluated.
    public func verify(_ check: Check, _ options: Options = Options()) async -> CheckResult {
        guard loaded.value.services.contains(where: { $0.name == check.service && $0.checks.contains(check) }) else {
            return CheckResult(check: check, outcome: .error, reason: "the suite has no check '\(check)'")
        }
        let report = await Run(suite: loaded.value, options: options).report(of: [check])
        return report.checks.first ?? CheckResult(check: check, outcome: .error, reason: "the check gave no result")
    }
}

/// A suite whose files were read.
package struct LoadedSuite: Sendable {
    package let services: [LoadedService]
    package let recordings: URL

    init(contracts: URL, recordings: URL, services: [Service]) {
        self.recordings = recordings
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
                        name: file.service, contract: file.contract, binding: bound.first, faults: file.faults + twice,
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
        } catch {
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
        services = other.services.map { $0.name == service.name ? LoadedService($0, binding: service) : $0 }
    }

    private static func fault(_ message: String, _ folder: URL) -> ContractFault {
        ContractFault(message, at: Place(file: SourceFile.displayPath(of: folder)))
    }
}
