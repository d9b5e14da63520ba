import JSONSchema

/// The outcomes of a model or a client call for the changes that its provider may make without asking.
public struct Survival: Sendable, Hashable, Codable {
    /// The outcome of one change, the worst first.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The code ends its process, or does not end.
        case traps
        /// No value is made: of a record, or of a whole list.
        case refuses
        /// A value is made, and shows less, or something else, than came.
        case losesValue = "loses a value"
        /// A value is made, and shows what came.
        case survives
    }

    /// One change at one place, applied alone.
    public struct Change: Sendable, Hashable, Codable {
        /// The stable word of the change: `unknown-enum-value`, `redirect`, ….
        public let kind: String
        /// The place that changed, with `*` for an element; empty for the whole.
        public let pointer: String
        /// The change in words: `/kind has a value that the enumeration does not name`.
        public let name: String
        /// The outcome of the change.
        public let outcome: Outcome
        /// The lost part (`'duration'`), the refused one (`the record`, `the whole list`) or the trap; `nil` if it
        /// survives.
        public let detail: String?
        /// The place in the contract that speaks of what changed.
        public let contract: Place

        /// Tells of a change.
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

        /// The weight of the outcome, the worst least: losing a whole list or answer is worse than losing a record.
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

    /// Every change that was tried, the worst first.
    public let changes: [Change]

    /// Makes a score of changes, in the order in which they were tried.
    public init(changes: [Change]) {
        self.changes = changes.enumerated().sorted { one, other in
            (one.element.weight, one.offset) < (other.element.weight, other.offset)
        }.map(\.element)
    }

    /// The number of changes that are survived.
    public var survived: Int { changes.count { $0.outcome == .survives } }

    /// The share in percent, rounded down: 100 only where everything is survived.
    public var percent: Int { changes.isEmpty ? 100 : survived * 100 / changes.count }

    /// The same without secrets in what is reported.
    func redacted(_ redacted: (String) -> String) -> Survival {
        Survival(
            changes: changes.map {
                Change(
                    kind: $0.kind, pointer: $0.pointer, name: redacted($0.name), outcome: $0.outcome,
                    detail: $0.detail.map(redacted), contract: $0.contract)
            })
    }
}
