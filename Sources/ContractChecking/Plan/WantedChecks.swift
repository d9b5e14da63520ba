import ContractFormat

/// The checks that a run is asked for, so that planning a few of many does not look at all.
struct WantedChecks: Sendable {
    let services: Set<String>
    private let checks: Set<Check>
    private let entries: Set<Entry>

    /// An endpoint, model or scenario that checks of a kind are wanted of.
    private struct Entry: Hashable {
        let service: String
        let kind: Check.Kind
        let name: String?
    }

    init(_ checks: [Check]) {
        self.checks = Set(checks)
        services = Set(checks.map(\.service))
        entries = Set(checks.map { Entry(service: $0.service, kind: $0.kind, name: $0.names.first) })
    }

    func contains(_ check: Check) -> Bool { checks.contains(check) }

    /// Whether any check of this kind of an endpoint, model or scenario is wanted.
    func contains(_ kind: Check.Kind, of name: String, in service: String) -> Bool {
        entries.contains(Entry(service: service, kind: kind, name: name))
    }
}

extension ContractSuite {
    /// The checks that the options ask for, in the suite's order.
    ///
    /// A run that only compares takes the cases and scenarios; one for what is missing takes those without a recording, or
    /// with a made-up one that a server may replace. Either keeps the contract checks.
    package func selected(by options: Options) -> [Check] {
        let selected = checks.filter(options.selection.takes)
        guard options.selection.onlyMissing || options.recording.comparesOnly else { return selected }
        let wanted = loaded.value.services.reduce(into: Set<Check>()) { wanted, service in
            guard let contract = service.contract else { return }
            var existing = options.selection.onlyMissing ? Set(service.library.files(of: contract.service)) : []
            if options.recording.provider != .madeUp { existing.subtract(service.madeUpRecordings) }
            wanted.insert(Check(service: service.name, kind: .contract))
            wanted.formUnion(contract.recordedChecks.filter { !existing.contains($0.file) }.map(\.check))
        }
        return selected.filter(wanted.contains)
    }
}

extension Contract {
    /// The checks whose exchanges are recorded, each with the file.
    fileprivate var recordedChecks: [(check: Check, file: String)] {
        endpoints.flatMap { endpoint in
            endpoint.cases.flatMap { testCase in
                let file = RecordingName.file(service: service, endpoint: endpoint.name, case: testCase.name)
                return [Check.Kind.response, .client].map {
                    (Check(service: service, kind: $0, endpoint.name, testCase.name), file)
                }
            }
        }
            + scenarios.map {
                (
                    Check(service: service, kind: .scenario, $0.name),
                    RecordingName.file(service: service, scenario: $0.name)
                )
            }
    }
}
