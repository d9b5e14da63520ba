import ContractChecking
import ContractFormat
import ContractOpenAPI
import Foundation
import HTTPRecording
import JSONSchema

package struct FleetVersion: Sendable {
    package let name: String
    package let users: Int?
    package let isSupported: Bool
    package let contracts: URL
    package let label: PathLabel

    package init(name: String, users: Int? = nil, isSupported: Bool = true, contracts: URL, label: PathLabel) {
        (self.name, self.users, self.isSupported) = (name, users, isSupported)
        (self.contracts, self.label) = (contracts, label)
    }
}

package struct FleetEnvironment: Sendable {
    package enum Provider: Sendable {
        case document(OpenAPIDocument)
        case recordings(RecordingLibrary)
    }

    package let name: String
    package let provider: Provider
    /// The provided services. If empty, the servers in the document decide.
    package let services: [String]

    package init(name: String, provider: Provider, services: [String] = []) {
        (self.name, self.provider, self.services) = (name, provider, services)
    }

    func provides(_ contract: Contract, serviceCount: Int) -> Bool {
        if !services.isEmpty { return services.contains(contract.service) }
        guard case .document(let document) = provider, serviceCount > 1 else { return true }
        return document.serves(contract)
    }
}

package struct FleetCell: Sendable, Hashable {
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        case breaks
        /// The provider deviates from the contract, but the version may tolerate it.
        case atRisk = "at risk"
        /// The environment has no data for the endpoint.
        case unknown
        case holds
    }

    package struct Column: Sendable, Hashable {
        package let environment: String
        package let service: String
        package let endpoint: String
    }

    package let column: Column
    package let verdict: Verdict
    package let reason: String?
    /// The effect on the version's model, computed from its contract alone, or `nil` if it affects no model.
    package let computed: String?
    package let findings: [Finding]
}

package struct FleetRow: Sendable {
    package let version: FleetVersion
    package let cells: [FleetCell]
    package let notes: [String]

    package var breaks: Bool { cells.contains { $0.verdict == .breaks } }
    package var isDecided: Bool { cells.contains { $0.verdict != .unknown } }
}

/// Compares the contracts of many versions with providers' documents or recordings, without building old code.
package struct Fleet: Sendable {
    fileprivate static let maximumFindings = 20

    private let environments: [FleetEnvironment]

    package init(environments: [FleetEnvironment]) { self.environments = environments }

    package func rows(of versions: [FleetVersion]) throws -> [FleetRow] {
        let judged = Locked<[String: Judged]>([:])
        let rows = Locked<[Int: Result<FleetRow, any Error>]>([:])
        let width = max(1, min(ProcessInfo.processInfo.activeProcessorCount, versions.count))
        // `ProviderDocument` is not Sendable, so each thread has its own `FleetJudge`.
        DispatchQueue.concurrentPerform(iterations: width) { part in
            let judge = FleetJudge(environments)
            for index in stride(from: part, to: versions.count, by: width) {
                let made = Result { try row(of: versions[index], judge, judged) }
                rows.withLock { $0[index] = made }
            }
        }
        let found = rows.withLock { $0 }
        return try versions.indices.compactMap { try found[$0]?.get() }
    }

    private typealias Judged = (cells: [FleetCell], notes: [String])

    private func row(
        of version: FleetVersion, _ judge: FleetJudge, _ judged: Locked<[String: Judged]>
    ) throws -> FleetRow {
        let files = RevisionFiles(contracts: version.contracts, recordings: nil, label: version.label)
        let services = files.services
        var cells: [FleetCell] = []
        var notes = services.isEmpty ? ["\(version.name) has no contracts"] : []
        for service in services {
            let key = try key(of: files.file(of: service), service, among: services.count)
            let known: Judged
            if let before = judged.withLock({ $0[key] }) {
                known = before
            } else {
                let loaded = ContractLoader.load(file: files.file(of: service), service: service)
                known = (
                    cells: loaded.contract.map { judge.cells(of: $0, among: services.count, version.label) } ?? [],
                    notes: loaded.faults.prefix(Self.maximumFindings).map { fault in
                        let shown = version.label.shown(fault)
                        return "\(shown.place): \(shown.message)"
                    }
                )
                judged.withLock { $0[key] = known }
            }
            cells += known.cells
            notes += known.notes
        }
        return FleetRow(version: version, cells: cells, notes: notes)
    }

    /// Returns a key for the content of a contract and of the JSON files in its folder.
    private func key(of file: URL, _ service: String, among count: Int) throws -> String {
        let folder = file.deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        let texts = try names.sorted().map { name in
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            return "\(name) \(bytes.count) \(Fingerprint.hash(String(decoding: bytes, as: UTF8.self)))"
        }
        return "\(service) \(count > 1) \(texts.joined(separator: " "))"
    }
}

private final class FleetJudge {
    private let environments: [FleetEnvironment]
    private var providers: [String: ProviderDocument] = [:]

    init(_ environments: [FleetEnvironment]) { self.environments = environments }

    private func provider(_ document: OpenAPIDocument, of environment: String) -> ProviderDocument {
        if let known = providers[environment] { return known }
        let provider = ProviderDocument(document)
        providers[environment] = provider
        return provider
    }

    func cells(of contract: Contract, among count: Int, _ label: PathLabel) -> [FleetCell] {
        environments.filter { $0.provides(contract, serviceCount: count) }.flatMap { environment -> [FleetCell] in
            switch environment.provider {
            case .document(let document): return cells(of: contract, by: document, environment.name, label)
            case .recordings(let library):
                let service = LoadedService(
                    name: contract.service, contract: contract, binding: nil, faults: [], library: library)
                let run = ServiceRun(service: service, contract: contract, settings: Plan.Settings(mode: .replay))
                return contract.endpoints.filter { $0.request != nil }.map {
                    cell(of: $0, in: run, environment.name, label)
                }
            }
        }
    }

    private func cells(
        of contract: Contract, by document: OpenAPIDocument, _ environment: String, _ label: PathLabel
    ) -> [FleetCell] {
        let options = ComparisonOptions(command: "contracts against \(ShellWord.quoted(document.file))")
        let outcome = ContractsAgainst(document: document, contracts: [contract]).compared(
            options, by: provider(document, of: environment))
        return zip(outcome.entries, outcome.report.checks).map { entry, result in
            let name = entry.check.names.joined(separator: "/")
            let computed = contract.endpoint(name).flatMap { endpoint in
                result.findings.contains { $0.severity == .error && $0.rule == AgainstRule.response.rawValue }
                    ? ComputedModels(contract: contract, endpoint: endpoint).textForUnknownResponses : nil
            }
            return FleetCell(
                environment, contract.service, name, result.findings.map { $0.shown(by: label) }, computed,
                unknown: false)
        }
    }

    private func cell(
        of endpoint: EndpointContract, in run: ServiceRun, _ environment: String, _ label: PathLabel
    ) -> FleetCell {
        let (contract, library) = (run.contract, run.library)
        let check = Check(service: contract.service, kind: .response, endpoint.name)
        var findings: [Finding] = []
        var predictions: [ComputedModels.Prediction] = []
        var compared = 0
        for testCase in endpoint.cases {
            let file = run.contract.file(of: testCase, endpoint)
            guard library.contains(file), case .success(let loaded) = library.recording(file) else { continue }
            compared += 1
            let matcher = run.matcher(
                of: endpoint, testCase.outcome, at: testCase.pointer,
                run.values.filled(testCase.arguments, of: endpoint))
            findings += matcher.mismatches(of: loaded.recording.entries).map { mismatch in
                var finding = mismatch.at(mismatch.data.map { loaded.place(entry: 0, $0) })
                    .described(of: check, in: contract, secrets: run.secrets)
                finding.repeatCommand = "contracts verify --only \(ShellWord.glob(check.id))"
                return finding.shown(by: label)
            }
            predictions += ComputedModels(contract: contract, endpoint: endpoint)
                .predictions(for: loaded.recording.entries)
        }
        let refusal = predictions.first(where: \.isRefusal)
        let isOfBody = findings.allSatisfy { $0.severity > .error || $0.rule == ResponseRule.schema.id }
        let isTolerable = refusal == nil && !predictions.isEmpty && isOfBody
        return FleetCell(
            environment, contract.service, endpoint.name,
            isTolerable ? findings.map { $0.weighing(.warning) } : findings, (refusal ?? predictions.first)?.text,
            unknown: compared == 0)
    }
}

extension FleetCell {
    fileprivate init(
        _ environment: String, _ service: String, _ endpoint: String, _ findings: [Finding], _ computed: String?,
        unknown: Bool
    ) {
        let sorted = findings.worstFirst
        let worst = sorted.first { $0.severity < .info }
        column = Column(environment: environment, service: service, endpoint: endpoint)
        verdict = unknown ? .unknown : worst.map { $0.severity == .error ? Verdict.breaks : .atRisk } ?? .holds
        reason = unknown ? "nothing was recorded for it" : worst?.message
        self.computed = worst == nil ? nil : computed
        self.findings = Array(sorted.prefix(Fleet.maximumFindings))
    }
}

extension Finding {
    fileprivate func shown(by label: PathLabel) -> Finding { modified(self) { $0.contract = label.shown(contract) } }

    package func weighing(_ severity: Severity) -> Finding {
        modified(self) { $0.severity = max(severity, self.severity) }
    }
}
