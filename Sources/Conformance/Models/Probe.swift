import JSONSchema

/// One generated input of a model.
package struct Probe: Sendable, Hashable {
    /// What was done to a good instance.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case example, recorded, missing, null, type
    }

    /// A name that a person understands: `/melt is null`.
    package let name: String
    package let kind: Kind
    /// The place in the instance that was changed; empty for a whole instance.
    package let pointer: JSONPointer
    package let json: JSON
    /// Whether the probe differs from a good instance only by what Foundation bridges: a boolean for a number, or 0 and
    /// 1 for a boolean.
    package let isBridged: Bool

    package init(_ name: String, _ kind: Kind, at pointer: JSONPointer, _ json: JSON, isBridged: Bool = false) {
        self.name = name
        self.kind = kind
        self.pointer = pointer
        self.json = json
        self.isBridged = isBridged
    }
}

/// A good input of a model and where it comes from.
package struct Instance: Sendable, Hashable {
    /// `example 1`, or the file of the recording.
    package let name: String
    package let json: JSON
    package let isRecorded: Bool
}
