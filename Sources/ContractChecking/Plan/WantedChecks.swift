extension ContractSuite {
    /// The checks that the options ask for, in the suite's order.
    ///
    /// A run that only compares takes the cases and scenarios; one for what is missing takes those without a recording, or
    /// with a made-up one that a server may replace. Either keeps the contract checks.
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
