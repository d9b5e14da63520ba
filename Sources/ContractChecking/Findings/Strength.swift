import JSONSchema

/// The part of a contract that its recordings, probes and bindings hold, and the changes that no check notices.
public struct Strength: Sendable, Hashable, Codable {
    /// The outcome of one change of the contract.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// Every check that could notice still passes: nothing tests this promise.
        case unnoticed
        /// It could be found out neither that the change means something nor that it does not, and no check fails.
        case undecided
        /// The changed contract says the same.
        case equivalent
        /// A check fails, or the contract is wrong.
        case noticed
    }

    /// The contract with one thing changed.
    public struct Mutant: Sendable, Hashable, Codable {
        /// The stable word of the change: `required-dropped`, `case-removed`, ….
        public let kind: String
        /// The change in words: `'title' need not be there`.
        public let name: String
        /// The outcome of the change.
        public let outcome: Outcome
        /// The check that noticed it; `nil` where none did.
        public let noticedBy: String?
        /// Why nobody noticed it; `nil` where somebody did.
        public let reason: String?
        /// The changed place.
        public let contract: Place

        /// Tells of a mutant.
        public init(
            kind: String, name: String, outcome: Outcome, noticedBy: String? = nil, reason: String? = nil,
            contract: Place
        ) {
            self.kind = kind
            self.name = name
            self.outcome = outcome
            self.noticedBy = noticedBy
            self.reason = reason
            self.contract = contract
        }

        /// The outcome in words: `unnoticed: 'title' need not be there (no case has this response)`.
        public var words: String { "\(outcome.rawValue): \(name)\(reason.map { " (\($0))" } ?? "")" }
    }

    /// A part of the contract that a recording, a case or a binding can exercise.
    public struct Part: Sendable, Hashable, Codable {
        /// The kind of a part.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// A response, which recordings have.
            case response
            /// An argument, which cases give.
            case argument
            /// A case, which has a recording.
            case `case`
            /// A fault, which a bound call is put through.
            case fault
            /// A schema, which has values in recordings and examples to judge.
            case schema
        }

        /// The part's kind.
        public let kind: Kind
        /// Its name, or the keywords of a schema.
        public let name: String
        /// The number of times that it is exercised.
        public let count: Int
        /// The part's place.
        public let contract: Place

        /// Tells of a part.
        public init(kind: Kind, name: String, count: Int, contract: Place) {
            self.kind = kind
            self.name = name
            self.count = count
            self.contract = contract
        }
    }

    /// Every mutant that was tried, the worst first.
    public let mutants: [Mutant]
    /// The exercised parts of the contract, in its order.
    public let coverage: [Part]

    /// Makes a score of mutants, those of one outcome in the order in which they weigh.
    public init(mutants: [Mutant], coverage: [Part] = []) {
        self.coverage = coverage
        self.mutants = Outcome.allCases.flatMap { outcome in mutants.filter { $0.outcome == outcome } }
    }

    /// Returns the number of mutants that ended so.
    public func count(_ outcome: Outcome) -> Int { mutants.count { $0.outcome == outcome } }

    /// The number of parts of the contract that something exercises.
    public var covered: Int { coverage.count { $0.count > 0 } }

    /// The number of mutants that are noticed or could be.
    public var total: Int { count(.noticed) + count(.unnoticed) }

    /// The share in percent, rounded down: 100 only where everything is noticed.
    public var percent: Int { total == 0 ? 100 : count(.noticed) * 100 / total }
}
