import JSONSchema

/// The mutations of a contract that its checks notice, and the parts that they exercise.
public struct Strength: Sendable, Hashable, Codable {
    /// The outcome of one mutation.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// All checks still pass, so the promise is untested.
        case unnoticed
        /// No check fails, and it is unknown whether the mutation has a meaning.
        case undecided
        /// The mutated contract means the same.
        case equivalent
        /// A check fails, or the contract is invalid.
        case noticed
    }

    /// A contract with one mutation.
    public struct Mutant: Sendable, Hashable, Codable {
        /// The stable identifier of the mutation: `required-dropped`, `case-removed`, ….
        public let kind: String
        /// The mutation in words: `'title' is not required`.
        public let name: String
        /// The outcome.
        public let outcome: Outcome
        /// The check that noticed the mutation, if any.
        public let noticedBy: String?
        /// The reason why no check noticed the mutation.
        public let reason: String?
        /// The mutated location.
        public let contract: Place

        package init(
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

        /// The outcome in words: `unnoticed: 'title' is not required (no case has this response)`.
        public var words: String { "\(outcome.rawValue): \(name)\(reason.map { " (\($0))" } ?? "")" }
    }

    /// A part of the contract that a recording, case or binding can exercise.
    public struct Part: Sendable, Hashable, Codable {
        /// The kind of a part.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// A response, exercised by recordings.
            case response
            /// An argument, exercised by cases.
            case argument
            /// A case, exercised by its recording.
            case `case`
            /// A fault, exercised by a bound call.
            case fault
            /// A schema, exercised by values in recordings and examples.
            case schema
        }

        /// The part's kind.
        public let kind: Kind
        /// The part's name, or the keywords of a schema.
        public let name: String
        /// The number of times the part is exercised.
        public let count: Int
        /// The part's location.
        public let contract: Place

        package init(kind: Kind, name: String, count: Int, contract: Place) {
            self.kind = kind
            self.name = name
            self.count = count
            self.contract = contract
        }
    }

    /// The mutants, worst first.
    public let mutants: [Mutant]
    /// The parts of the contract, in its order.
    public let coverage: [Part]

    package init(mutants: [Mutant], coverage: [Part] = []) {
        self.coverage = coverage
        self.mutants = Outcome.allCases.flatMap { outcome in mutants.filter { $0.outcome == outcome } }
    }

    /// Returns the number of mutants with an outcome.
    public func count(_ outcome: Outcome) -> Int { mutants.count { $0.outcome == outcome } }

    /// The number of exercised parts.
    public var covered: Int { coverage.count { $0.count > 0 } }

    /// The number of noticed and unnoticed mutants.
    public var total: Int { count(.noticed) + count(.unnoticed) }

    /// The percentage of noticed mutants, rounded down so that 100 means all.
    public var percent: Int { total == 0 ? 100 : count(.noticed) * 100 / total }
}
