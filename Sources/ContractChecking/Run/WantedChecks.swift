/// The checks that a run is asked for, so that finding the units of a few of many does not look at all.
struct WantedChecks: Sendable {
    let services: Set<String>
    private let checks: Set<Check>
    private let entries: Set<Entry>

    /// What a check is about: `SERVICE/KIND/NAME/CASE` without the case.
    private struct Entry: Hashable {
        let service: String
        let kind: Check.Kind
        let name: Substring
    }

    init(_ checks: [Check]) {
        self.checks = Set(checks)
        services = Set(checks.map(\.service))
        entries = Set(
            checks.map { check in
                let names = check.id.dropFirst(check.service.count + check.kind.rawValue.count + 2)
                return Entry(service: check.service, kind: check.kind, name: names.prefix { $0 != "/" })
            })
    }

    func contains(_ check: Check) -> Bool { checks.contains(check) }

    /// Whether any check of this kind of an endpoint, model or scenario is wanted.
    func contains(_ kind: Check.Kind, of name: String, in service: String) -> Bool {
        entries.contains(Entry(service: service, kind: kind, name: name[...]))
    }
}
