/// The effect of a recording run on one file.
public struct RecordingChange: Sendable, Hashable {
    /// The kind of effect.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The file is new.
        case added
        /// The content changed.
        case changed
        /// Only volatile values changed, so the file was not written.
        case unchanged
        /// The exchange was rejected, so the previous file remains.
        case kept
        /// The exchange was rejected, and there was no previous file.
        case missing

        package var word: String { self == .missing ? "not recorded" : rawValue }
    }

    /// A semantic change, and its effect on the bound models.
    public struct Change: Sendable, Hashable, Codable, CustomStringConvertible {
        /// The effect on the bound models.
        public enum Effect: String, Sendable, Hashable, Codable, CaseIterable {
            /// A model rejects a value it accepted before.
            case refuses = "refuses the record"
            /// A property that had a value is nil.
            case losesValue = "loses a value"
            /// No model is affected.
            case survives
        }

        /// The change in one sentence.
        public let message: String
        /// The effect on the models.
        public let effect: Effect
        /// An error for a rejected record or another status, a warning for a lost value or property, otherwise info.
        public let severity: Severity

        package init(message: String, effect: Effect, severity: Severity) {
            self.message = message
            self.effect = effect
            self.severity = severity
        }

        /// The severity, message and effect.
        public var description: String { "\(severity.rawValue): \(message) (\(effect.rawValue))" }
    }

    /// The display path.
    public let file: String
    /// The kind of effect.
    public let kind: Kind
    /// The semantic changes, worst first.
    public let changes: [Change]

    package init(file: String, kind: Kind, changes: [Change] = []) {
        self.file = file
        self.kind = kind
        self.changes = changes
    }
}
