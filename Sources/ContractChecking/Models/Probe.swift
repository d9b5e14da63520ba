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

    package enum Expectation: Sendable, Hashable {
        /// A value if the schema accepts the input, otherwise none.
        case bySchema
        /// None, or a value that shows the input.
        case shownIfTaken
        case refused
        /// Any outcome except a trap.
        case either
    }

    /// A readable name: `/melt is null`.
    package let name: String
    package let kind: Kind
    package var place = ProbePlace.root
    package let input: Input
    package var expectation = Expectation.bySchema
    /// Whether Foundation's bridging between booleans and numbers is the only difference from a valid instance.
    package var isBridged = false
    /// Whether unchanged places are compared too. One change of each kind suffices to reveal side effects.
    package var comparesAll = true
    var base: JSON?
    var changesOthers = false
    /// Whether the instance was derived by completion or a change of dates, rather than written or recorded.
    var isMade = false

    package var pointer: JSONPointer { place.pointer }

    /// Returns the input's size in bytes. Of equally plain probes, the smallest is reported.
    func size(cache: JSONPartCache) -> Int {
        switch input {
        case .json(let json): cache.bytes(of: json).count
        case .bytes(let bytes): bytes.count
        }
    }
}

/// A place in an instance, with cached strings for all its probes.
package final class ProbePlace: Sendable {
    package static let root = ProbePlace(.root)

    package let pointer: JSONPointer
    let text: String
    /// The text with `*` for every array index, which distinguishes faults.
    let pattern: String
    let label: String

    init(_ pointer: JSONPointer) {
        self.pointer = pointer
        text = pointer.description
        pattern = JSONPointer(tokens: Self.pattern(of: pointer.tokens)).description
        label = pointer.tokens.isEmpty ? "the whole" : text
    }

    static func pattern(of tokens: [String]) -> [String] { tokens.map { Int($0) == nil ? $0 : "*" } }
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
            name: probe.name, kind: probe.kind.rawValue, pointer: probe.place.text, expected: expected, found: found,
            rule: rule)
    }
}
