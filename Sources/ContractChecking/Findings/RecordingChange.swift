/// The effect of a recording run on one file.
public struct RecordingChange: Sendable, Hashable {
    /// The fate of the file.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It did not exist before.
        case added
        /// It differs from what was there.
        case changed
        /// Only volatile things differ, so nothing was written.
        case unchanged
        /// The exchange broke its contract or was refused, so what was there stays.
        case kept
        /// The exchange broke its contract or was refused, and there was no file before.
        case missing

        /// The word of reports for people.
        package var word: String { self == .missing ? "not recorded" : rawValue }
    }

    /// One change in meaning, with its effect on the models under contract.
    public struct Change: Sendable, Hashable, Codable, CustomStringConvertible {
        /// The effect on the bound initializers, where they made a model of the old one.
        public enum Effect: String, Sendable, Hashable, Codable, CaseIterable {
            /// An initializer refuses what it took before.
            case refuses = "refuses the record"
            /// A property is nil that had a value.
            case losesValue = "loses a value"
            /// No model notices.
            case survives
        }

        /// The change in one sentence.
        public let message: String
        /// The effect on the models.
        public let effect: Effect
        /// An error where a record is now rejected or the status is another, a warning where a value is lost or a
        /// property is gone, else information.
        public let severity: Severity

        /// Makes a change.
        public init(message: String, effect: Effect, severity: Severity) {
            self.message = message
            self.effect = effect
            self.severity = severity
        }

        /// The severity, the message and the effect.
        public var description: String { "\(severity.rawValue): \(message) (\(effect.rawValue))" }
    }

    /// The path as people see it.
    public let file: String
    /// The fate of the file.
    public let kind: Kind
    /// The changes in meaning, worst first.
    public let changes: [Change]

    /// Makes the fate of a file.
    public init(file: String, kind: Kind, changes: [Change] = []) {
        self.file = file
        self.kind = kind
        self.changes = changes
    }
}
