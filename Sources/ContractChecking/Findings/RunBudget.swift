extension Options {
    /// What a whole run may take. Whatever is used up is told by a finding.
    public struct Budget: Sendable, Hashable {
        /// Seconds; checks that have not begun then are not evaluated.
        public var seconds = 3600.0
        /// The total number of schema applications allowed to long evaluations.
        public var steps = 500_000_000
        /// The findings of one check.
        public var findings = 500
        /// The bytes of the texts of all findings.
        public var bytes = 16 << 20

        /// Makes the defaults, which no ordinary run comes near.
        public init() {}
    }
}
