extension ContractSuite {
    /// Returns the checks selected by the options, in the suite's order.
    ///
    /// A comparing run selects cases and scenarios. A run for missing recordings selects those without a recording, or
    /// with a made-up one that a server can replace. Both include the contract checks.
    package func selected(by options: Options) -> [Check] {
        let selected = checks.filter(options.selection.takes)
        guard options.selection.onlyMissing || options.recording.comparesOnly else { return selected }
        let existing = loaded.value.services.reduce(into: [String: Set<String>]()) { existing, service in
            guard options.selection.onlyMissing else { return }
            existing[service.name] = Set(service.library.files(of: service.name))
            if options.recording.provider != .madeUp { existing[service.name]?.subtract(service.madeUpRecordings) }
        }
        return selected.filter { check in
            check.kind == .contract
                || check.recording.map { !(existing[check.service]?.contains($0) ?? false) } ?? false
        }
    }
}
