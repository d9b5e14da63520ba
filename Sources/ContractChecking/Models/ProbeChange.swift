import JSONSchema

/// What a strategy does to one place of a good instance.
struct ProbeChange {
    enum Edit: Hashable {
        case replace(JSON)
        case remove
    }

    /// The end of the probe's name: `is null`.
    let what: String
    let kind: Probe.Kind
    let edit: Edit
    let isBridged: Bool
    let expectation: Probe.Expectation

    init(
        _ what: String, _ kind: Probe.Kind, _ edit: Edit, isBridged: Bool = false,
        _ expectation: Probe.Expectation = .bySchema
    ) {
        self.what = what
        self.kind = kind
        self.edit = edit
        self.isBridged = isBridged
        self.expectation = expectation
    }

    init(
        _ what: String, _ kind: Probe.Kind, _ replacement: JSON, isBridged: Bool = false,
        _ expectation: Probe.Expectation = .bySchema
    ) {
        self.init(what, kind, .replace(replacement), isBridged: isBridged, expectation)
    }
}
