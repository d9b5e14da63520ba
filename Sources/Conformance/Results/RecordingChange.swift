/// What a recording run did to one file.
public struct RecordingChange: Sendable, Hashable {
    /// How the file came out.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It did not exist before.
        case added
        /// It differs in meaning from what was there.
        case changed
        /// Only volatile things differ, so nothing was written.
        case unchanged
        /// The exchange broke its contract, so what was there stays.
        case kept
    }

    /// The path as people see it.
    public let file: String
    /// How the file came out.
    public let kind: Kind
    /// What changed in meaning, a line each, worst first.
    public let changes: [String]

    /// Tells what became of a file.
    public init(file: String, kind: Kind, changes: [String] = []) {
        self.file = file
        self.kind = kind
        self.changes = changes
    }
}
