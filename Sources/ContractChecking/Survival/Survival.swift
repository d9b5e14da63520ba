import JSONSchema

/// The outcomes of a model or a client call under changes that its provider may make without notice.
public struct Survival: Sendable, Hashable, Codable {
    /// The outcome of one change, worst first.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The code ends its process or hangs.
        case traps
        /// No value is made of a record or of a whole list.
        case refuses
        /// The value lacks or misrepresents data.
        case losesValue = "loses a value"
        /// The value shows the data.
        case survives
    }

    /// One change at one place, applied alone.
    public struct Change: Sendable, Hashable, Codable {
        /// The stable identifier of the change: `unknown-enum-value`, `redirect`, ….
        public let kind: String
        /// The changed place, with `*` for elements. Empty for the whole.
        public let pointer: String
        /// The change in words: `/kind has a value that the enumeration does not list`.
        public let name: String
        /// The outcome of the change.
        public let outcome: Outcome
        /// The lost part (`'duration'`), the refused part (`the record`, `the whole list`) or the trap.
        public let detail: String?
        /// The place in the contract that describes the changed part.
        public let contract: Place

        /// Creates a change.
        public init(
            kind: String, pointer: String, name: String, outcome: Outcome, detail: String? = nil, contract: Place
        ) {
            self.kind = kind
            self.pointer = pointer
            self.name = name
            self.outcome = outcome
            self.detail = detail
            self.contract = contract
        }

        /// The sort weight, worst first: losing a whole list or response is worse than losing a record.
        package var weight: Int {
            switch outcome {
            case .traps: 0
            case .refuses: detail == SurvivalOutcome.record ? 2 : 1
            case .losesValue: 3
            case .survives: 4
            }
        }

        /// The outcome in words: `loses a value: 'duration'`.
        public var words: String {
            guard let detail else { return outcome.rawValue }
            return outcome == .refuses ? "\(outcome.rawValue) \(detail)" : "\(outcome.rawValue): \(detail)"
        }
    }

    /// All tried changes, worst first.
    public let changes: [Change]

    /// Creates a score from changes in the order in which they were tried.
    public init(changes: [Change]) {
        self.changes = changes.enumerated().sorted { one, other in
            (one.element.weight, one.offset) < (other.element.weight, other.offset)
        }.map(\.element)
    }

    /// The number of survived changes.
    public var survived: Int { changes.count { $0.outcome == .survives } }

    /// The survived share in percent, rounded down, so that 100 means all.
    public var percent: Int { changes.isEmpty ? 100 : survived * 100 / changes.count }

    func redacted(_ redacted: (String) -> String) -> Survival {
        Survival(
            changes: changes.map {
                Change(
                    kind: $0.kind, pointer: $0.pointer, name: redacted($0.name), outcome: $0.outcome,
                    detail: $0.detail.map(redacted), contract: $0.contract)
            })
    }
}
