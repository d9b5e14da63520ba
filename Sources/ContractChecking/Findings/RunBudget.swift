extension Options {
    /// The limits of a whole run. A finding reports each that is reached.
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
