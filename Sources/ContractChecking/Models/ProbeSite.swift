import ContractFormat
import JSONSchema

/// A place to change, in the first good instance that has a value there, with the schemas that speak of it.
struct ProbeSite {
    let place: ProbePlace
    let instance: JSON
    let value: JSON
    /// Every schema that speaks of the place.
    let schemas: [SchemaView]
    /// Whether the same schemas speak of a place before it: a definition is probed in every way at one place.
    let isRepeated: Bool

    var isRoot: Bool { place.pointer.tokens.isEmpty }

    /// The changes that strategies make, each once.
    ///
    /// - Parameter isBrief: whether only the first of each kind is wanted.
    func probes(_ strategies: [any ProbeStrategy.Type], isBrief: Bool) -> [Probe] {
        var seen: Set<ProbeChange.Edit> = []
        var kinds: Set<[String]> = []
        return strategies.flatMap { $0.changes(at: self) }.compactMap { change in
            guard seen.insert(change.edit).inserted, var probe = probe(change) else { return nil }
            let isFirst = kinds.insert([change.kind.rawValue, "\(change.isBridged)"]).inserted
            probe.comparesAll = isFirst && !isBrief
            return isFirst || !isBrief ? probe : nil
        }
    }

    /// The instance changed here; `nil` where the change leaves it as it is.
    func probe(_ change: ProbeChange) -> Probe? {
        let changed: JSON?
        switch change.edit {
        case .replace(let value): changed = value == self.value ? nil : instance.replacing(place.pointer, with: value)
        case .remove: changed = instance.removing(place.pointer)
        }
        return changed.map {
            var probe = Probe(
                "\(place.label) \(change.what)", change.kind, at: place, .json($0), change.expectation,
                isBridged: change.isBridged)
            probe.base = instance
            return probe
        }
    }

    /// The values of a keyword in every schema that speaks of the place, without doubles.
    func values(of keyword: String) -> [JSON] {
        schemas.compactMap { $0.json[keyword] }.distinct
    }

    func numbers(of keyword: String) -> [JSONNumber] { values(of: keyword).compactMap(\.numberValue) }

    func integers(of keyword: String) -> [Int] { values(of: keyword).compactMap(\.intValue).filter { $0 >= 0 } }
}

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
