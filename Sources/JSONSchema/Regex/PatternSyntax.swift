/// A pattern of ECMA-262 as a tree.
indirect enum PatternSyntax: Sendable {
    case scalars(ScalarSet)
    case sequence([PatternSyntax])
    case alternatives([PatternSyntax])
    case group(number: Int, PatternSyntax)
    case backreference([Int])
    case look(isAhead: Bool, isNegated: Bool, PatternSyntax)
    case start
    case end
    case wordBoundary(isNegated: Bool)
    case repetition(PatternSyntax, minimum: Int, maximum: Int, isGreedy: Bool)

    /// Whether it can match without taking a scalar.
    var isNullable: Bool {
        switch self {
        case .scalars: false
        case .sequence(let parts): parts.allSatisfy(\.isNullable)
        case .alternatives(let parts): parts.contains(where: \.isNullable)
        case .group(_, let part): part.isNullable
        case .backreference, .look, .start, .end, .wordBoundary: true
        case .repetition(let part, let minimum, _, _): minimum == 0 || part.isNullable
        }
    }
}

/// Why a text is no pattern, and where.
struct PatternError: Error, CustomStringConvertible {
    let message: String
    /// Counted in scalars, from 0.
    let offset: Int

    var description: String { "\(message) at character \(offset + 1)" }
}
