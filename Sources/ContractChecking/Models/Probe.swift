import JSONSchema

/// One generated input of a model.
package struct Probe: Sendable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case example, recorded, missing, null, type, number, string, choice, array, unknown, pair, text
    }

    package enum Input: Sendable {
        case json(JSON)
        /// Bytes that are no JSON text, for bindings that take `Data`.
        case bytes([UInt8])

        var json: JSON? { if case .json(let json) = self { json } else { nil } }
    }

    package enum Expectation: Sendable, Hashable {
        /// A value where the schema accepts the input, else none.
        case bySchema
        /// None, or a value that shows the input.
        case shownIfTaken
        case refused
        /// Both are right; only a trap is not.
        case either
    }

    /// A name that a person understands: `/melt is null`.
    package let name: String
    package let kind: Kind
    /// The place in the instance that was changed; the root for a whole instance.
    package var place = ProbePlace.root
    package let input: Input
    package var expectation = Expectation.bySchema
    /// Whether it differs from a good instance only by what Foundation bridges: a boolean for a number, or 0 and 1 for one.
    package var isBridged = false
    /// Whether what it leaves as it is is compared too: one change of each kind shows whether it is seen elsewhere.
    package var comparesAll = true
    var base: JSON?
    /// Whether it changes members beside the place.
    var changesOthers = false
    /// Whether the instance was derived, by completing it or changing its dates, rather than written or recorded.
    var isMade = false

    package var pointer: JSONPointer { place.pointer }

    /// The input's size, by which the smallest of equally plain probes is reported.
    func size(knowing parts: StoredParts) -> Int {
        switch input {
        case .json(let json): parts.bytes(of: json).count
        case .bytes(let bytes): bytes.count
        }
    }
}

/// A place in an instance, with the texts that every probe of it needs.
package final class ProbePlace: Sendable {
    package static let root = ProbePlace(.root)

    package let pointer: JSONPointer
    let text: String
    /// The text with every array index as `*`, by which faults are distinguished.
    let pattern: String
    let label: String

    init(_ pointer: JSONPointer) {
        self.pointer = pointer
        text = pointer.description
        pattern = JSONPointer(tokens: Self.pattern(of: pointer.tokens)).description
        label = pointer.tokens.isEmpty ? "the whole" : text
    }

    /// A path with every array index as `*`.
    static func pattern(of tokens: [String]) -> [String] { tokens.map { Int($0) == nil ? $0 : "*" } }
}

/// A good input of a model and where it comes from.
package struct Instance: Sendable, Hashable {
    /// `example 1`, or the file of the recording.
    package let name: String
    package let json: JSON
    package let isRecorded: Bool
}

extension Probe {
    /// The kinds of instances as they are, with nothing changed.
    static let wholeKinds: Set<String> = [Kind.example.rawValue, Kind.recorded.rawValue]

    /// Whether it is an instance as it is, with nothing changed.
    var isWhole: Bool { kind == .example || kind == .recorded }
}

extension ProbeOutcome {
    init(of probe: Probe, expected: String, found: MessageText, rule: String?) {
        self.init(
            name: probe.name, kind: probe.kind.rawValue, pointer: probe.place.text, expected: expected, found: found,
            rule: rule)
    }
}
