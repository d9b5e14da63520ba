import ContractFormat
import JSONSchema

/// A place to change in the first good instance that has a value there, with the schemas that speak of it.
package struct ProbeSite {
    let place: ProbePlace
    let instance: JSON
    let value: JSON
    /// Every schema that speaks of the place.
    package let schemas: [SchemaView]
    /// Whether the same schemas speak of a place before it: a definition is probed in every way at one place.
    let isRepeated: Bool
    /// The members that the object around has, or may have by its schema; none where it is no such object.
    var siblings: [String] = []
    /// The names of members that the model asks for, of which the schema knows nothing.
    var asked: [String] = []
    /// The properties of the map by the pattern of their places.
    var map: [[String]: [PropertyContract]] = [:]
    /// Whether a decoder reads the instance, which may convert the keys of all members.
    var isDecoded = false

    var isRoot: Bool { place.pointer.tokens.isEmpty }

    var properties: [PropertyContract] { map[ProbePlace.pattern(of: place.pointer.tokens)] ?? [] }

    /// The properties of the map that show a member of the object.
    func properties(of member: String) -> [PropertyContract] {
        map[ProbePlace.pattern(of: place.pointer.tokens) + [member]] ?? []
    }

    /// Adds the changes that strategies make, each once.
    ///
    /// - Parameter isBrief: whether only the first of each kind is wanted.
    func add(_ strategies: [any ProbeStrategy.Type], to probes: inout [Probe], isBrief: Bool) {
        var seen: Set<ProbeChange.Edit> = []
        var kinds: [Bool: Set<Probe.Kind>] = [:]
        for change in strategies.lazy.flatMap({ $0.changes(at: self) }) where seen.insert(change.edit).inserted {
            guard var probe = probe(change) else { continue }
            let isFirst = kinds[change.isBridged, default: []].insert(change.kind).inserted
            probe.comparesAll = (isFirst || change.comparesAll) && !isBrief
            if isFirst || !isBrief { probes.append(probe) }
        }
    }

    /// The instance changed here; `nil` where the change leaves it as it is.
    func probe(_ change: ProbeChange) -> Probe? {
        let changed: JSON?
        var changesOthers = false
        switch change.edit {
        case .replace(let value): changed = value == self.value ? nil : instance.replacing(place.pointer, with: value)
        case .remove: changed = instance.removing(place.pointer)
        case .rename(let names):
            changesOthers = true
            let parent = place.pointer.parent ?? .root
            changed = names.reduce(instance.removing(place.pointer)) { $0?.setting(parent.appending($1), to: value) }
        }
        return changed.map {
            let isOpen = change.expectation == .bySchema && promisesNothing(of: change)
            return Probe(
                name: "\(place.label) \(change.what)", kind: change.kind, place: place, input: .json($0),
                expectation: isOpen ? .shownIfTaken : change.expectation, isBridged: change.isBridged, base: instance,
                changesOthers: changesOthers)
        }
    }

    /// Whether the contract says nothing of a change. No schema speaks of the place, or of the elements that are added, or it is
    /// a list of mixed elements, which code reads by position.
    private func promisesNothing(of change: ProbeChange) -> Bool {
        if schemas.isEmpty { return true }
        guard let elements = value.arrayValue else { return false }
        if schemas.element(0).isEmpty { return Set(elements.map(\.plainType)).count > 1 }
        guard case .replace(let other) = change.edit, let count = other.arrayValue?.count else { return false }
        return count > elements.count && schemas.element(count - 1).isEmpty
            && !integers(of: "maxItems").contains { $0 < count }
    }

    /// Whether the schemas say what every value of the object is, and name none.
    var isDictionary: Bool {
        let isOpen = schemas.contains { view in
            view.json["patternProperties"] != nil || view.json["additionalProperties"].map { $0 != false } ?? false
        }
        return isOpen && !schemas.contains { $0.json["properties"] != nil }
    }

    /// The values of a keyword in every schema that speaks of the place, without doubles.
    func values(of keyword: String) -> [JSON] {
        schemas.compactMap { $0.json[keyword] }.distinct
    }

    func numbers(of keyword: String) -> [JSONNumber] { values(of: keyword).compactMap(\.numberValue) }

    func integers(of keyword: String) -> [Int] { values(of: keyword).compactMap(\.intValue).filter { $0 >= 0 } }
}

/// A change of one place of a good instance.
struct ProbeChange {
    enum Edit: Hashable {
        case replace(JSON)
        case remove
        case rename([String])
    }

    /// The end of the probe's name: `is null`.
    let what: String
    let kind: Probe.Kind
    let edit: Edit
    var isBridged = false
    var expectation = Probe.Expectation.bySchema
    /// Whether the values that it leaves as they are are compared too.
    var comparesAll = false

    /// Values beside which code may show another member otherwise: nothing, much, long past, far ahead.
    private static let turning = Set(
        JSON.blanks + [32_767, "1899-07-01", "1899-07-01T12:30:00Z", "2106-02-07", "2106-02-07T06:28:16Z"])

    init(_ what: String, _ kind: Probe.Kind, _ edit: Edit) {
        self.what = what
        self.kind = kind
        self.edit = edit
    }

    init(
        _ what: String, _ kind: Probe.Kind, _ replacement: JSON, isBridged: Bool = false,
        _ expectation: Probe.Expectation = .bySchema
    ) {
        self.init(what, kind, .replace(replacement))
        self.isBridged = isBridged
        self.expectation = expectation
        comparesAll = Self.turning.contains(replacement)
    }

    /// The same change, after which other members are compared too.
    var comparingAll: ProbeChange {
        var change = self
        change.comparesAll = true
        return change
    }
}

extension JSON {
    /// The name of its type, one for all numbers.
    var plainType: String { numberValue == nil ? typeName : "number" }

    /// The values that code takes for nothing.
    static let blanks: [JSON] = [0, "", [], false]
}
