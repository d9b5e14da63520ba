import ContractFormat
import JSONSchema

/// One generated input of a model.
package struct Probe: Sendable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case example, recorded, missing, null, type, number, string, choice, array, unknown, pair, text
    }

    package enum Input: Sendable {
        case json(JSON)
        /// Bytes that are not valid JSON, for bindings that take `Data`.
        case bytes([UInt8])

        var json: JSON? { if case .json(let json) = self { json } else { nil } }
    }

    /// A readable name: `/melt is null`.
    package let name: String
    package let kind: Kind
    package var pointer = JSONPointer.root
    package let input: Input
    /// Whether no schema covers the input, so that the model may refuse it. An accepted value must show the input.
    package var mayBeRefused = false
    /// Whether Foundation's bridging between booleans and numbers is the only difference from a valid instance.
    package var isBridged = false
    /// Whether unchanged places are compared too. One change of each kind suffices to reveal side effects.
    package var comparesAll = true
    var base: JSON?
    var changesOthers = false
    /// Whether the instance was derived by completion or a change of dates, rather than written or recorded.
    var isMade = false

    /// The input's size in bytes. Of equally plain probes, the smallest is reported.
    var size: Int {
        switch input {
        case .json(let json):
            // An exponent stands for many digits.
            let exponent = json[pointer: pointer]?.numberValue?.text.split(separator: "e").dropFirst().first
            return json.bytes(.compact).count + (exponent.flatMap { Int($0) }.map { Int(min($0.magnitude, 400)) } ?? 0)
        case .bytes(let bytes): return bytes.count
        }
    }
}

extension JSONPointer {
    /// The pointer with `*` for every array index, which distinguishes faults.
    var pattern: JSONPointer { JSONPointer(tokens: tokens.map { Int($0) == nil ? $0 : "*" }) }

    /// The pointer in words.
    var label: String { tokens.isEmpty ? "the whole" : description }
}

/// A valid input of a model and its origin.
package struct Instance: Sendable, Hashable {
    /// `example 1`, or the file of the recording.
    package let name: String
    package let json: JSON
    package let isRecorded: Bool
}

extension Probe {
    static let wholeKinds: Set<String> = [Kind.example.rawValue, Kind.recorded.rawValue]

    /// Whether it is an unchanged instance.
    var isWhole: Bool { kind == .example || kind == .recorded }
}

extension ProbeOutcome {
    init(of probe: Probe, expected: String, found: MessageText, rule: String?) {
        self.init(
            name: probe.name, kind: probe.kind.rawValue, pointer: "\(probe.pointer)", expected: expected, found: found,
            rule: rule)
    }
}

/// A place to change in a valid instance that has a value there, with the schemas that apply to it.
package struct ProbeSite {
    let place: JSONPointer
    let instance: JSON
    let value: JSON
    package let schemas: [SchemaView]
    /// Whether the same schemas apply to an earlier place. A definition is probed in full at one place only.
    let isRepeated: Bool
    /// The members that the enclosing object has or may have by its schema. Empty if there is no such object.
    var siblings: [String] = []
    /// The member names that the model requests but the schema does not describe.
    var asked: [String] = []
    var map: [[String]: [PropertyContract]] = [:]
    /// Whether a decoder reads the instance. A decoder may convert the keys of all members.
    var isDecoded = false

    var isRoot: Bool { place.tokens.isEmpty }

    var isDictionary: Bool { schemas.describeDictionary }

    var properties: [PropertyContract] { map[place.pattern.tokens] ?? [] }

    func properties(of member: String) -> [PropertyContract] {
        map[place.pattern.tokens + [member]] ?? []
    }

    /// Adds each distinct change once. With `isBrief`, adds only the first change of each kind.
    func add(_ strategies: [any ProbeStrategy.Type], to probes: inout [Probe], isBrief: Bool) {
        var seen: Set<[JSON?]> = []
        var kinds: [Bool: Set<Probe.Kind>] = [:]
        for change in strategies.lazy.flatMap({ $0.changes(at: self) })
        where seen.insert([change.value] + change.names.map(JSON.string)).inserted {
            guard var probe = probe(change) else { continue }
            let isFirst = kinds[change.isBridged, default: []].insert(change.kind).inserted
            probe.comparesAll = (isFirst || change.comparesAll) && !isBrief
            if isFirst || !isBrief { probes.append(probe) }
        }
    }

    func probe(_ change: ProbeChange) -> Probe? {
        let changed = change.value.map { instance.replacing(place, with: $0) } ?? instance.removing(place)
        guard change.value != value, let changed else { return nil }
        let parent = place.parent ?? .root
        let renamed = change.names.reduce(changed) { $0.setting(parent.appending($1), to: value) }
        return Probe(
            name: "\(place.label) \(change.what)", kind: change.kind, pointer: place, input: .json(renamed),
            mayBeRefused: change.mayBeRefused || isUnspecified(of: change), isBridged: change.isBridged, base: instance,
            changesOthers: !change.names.isEmpty)
    }

    /// Whether no schema covers a change, or the place is a list of mixed elements, which code reads by position.
    private func isUnspecified(of change: ProbeChange) -> Bool {
        if schemas.isEmpty { return true }
        guard let elements = value.arrayValue else { return false }
        if schemas.element(0).isEmpty { return Set(elements.map(\.plainType)).count > 1 }
        guard let count = change.value?.arrayValue?.count else { return false }
        return count > elements.count && schemas.element(count - 1).isEmpty
            && !integers(of: "maxItems").contains { $0 < count }
    }

    /// The date patterns by which the map reads the place.
    var datePatterns: [DatePattern] {
        properties.compactMap { if case .pattern(let pattern)? = $0.conversion { pattern } else { nil } }
    }

    /// Whether a named conversion defines which texts the model takes.
    var isConvertedByName: Bool { properties.contains { if case .named? = $0.conversion { true } else { false } } }

    func values(of keyword: String) -> [JSON] { schemas.compactMap { $0.json[keyword] }.distinct }

    var listedValues: [JSON] { schemas.flatMap(\.listedValues).distinct }

    /// Whether every schema that accepts the valid value accepts another one too, so that no alternative changes.
    func accepts(_ other: JSON) -> Bool {
        schemas.compactMap(\.schema).allSatisfy { $0.accepts(other) || !$0.accepts(value) }
    }

    func numbers(of keyword: String) -> [JSONNumber] { values(of: keyword).compactMap(\.numberValue) }

    func integers(of keyword: String) -> [Int] { values(of: keyword).compactMap(\.intValue).filter { $0 >= 0 } }
}

struct ProbeChange {
    /// The end of the probe's name: `is null`.
    let what: String
    let kind: Probe.Kind
    /// The new value, or `nil` for a missing member.
    let value: JSON?
    /// The names of siblings that get the old value.
    let names: [String]
    let isBridged: Bool
    /// Whether the model may refuse the change although the schema accepts it.
    let mayBeRefused: Bool
    var comparesAll: Bool

    /// Values that may change how code shows other members: empty, large, long past, far future.
    private static let contextValues = Set(
        JSON.blanks + [32_767, "1899-07-01", "1899-07-01T12:30:00Z", "2106-02-07", "2106-02-07T06:28:16Z"])

    init(
        _ what: String, _ kind: Probe.Kind, _ value: JSON?, naming names: [String] = [], isBridged: Bool = false,
        mayBeRefused: Bool = false
    ) {
        (self.what, self.kind, self.value, self.names) = (what, kind, value, names)
        (self.isBridged, self.mayBeRefused) = (isBridged, mayBeRefused)
        comparesAll = value.map(Self.contextValues.contains) ?? false
    }

    var comparingAll: ProbeChange { modified(self) { $0.comparesAll = true } }
}

extension JSON {
    /// The JSON type, with one name for all numbers.
    var plainType: String { numberValue == nil ? typeName : "number" }

    /// The values that code treats as empty.
    static let blanks: [JSON] = [0, "", [], false]
}
