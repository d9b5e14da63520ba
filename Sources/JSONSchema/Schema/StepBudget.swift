/// A limit on the number of schema applications in one evaluation.
///
/// Mutually referencing combinators can take exponentially many steps. The budget grows with the value, so linear work
/// is never stopped. A ``StepMeter`` limits all evaluations of a run together.
struct StepBudget {
    private let value: JSON
    /// The steps until the budget is extended by the next slice.
    private var left: Int
    private var rest: Int
    private let stepsForEachPart: Int
    private var isExtended = false
    /// Whether the evaluation is long enough that caching results pays off.
    private(set) var isLong = false

    /// The length of a slice, and the number of steps after which an evaluation is long.
    private static let slice = 20_000

    /// Creates a budget of `steps`, plus `stepsForEachPart` for each nested value.
    init(_ value: JSON, steps: Int, stepsForEachPart: Int) {
        self.value = value
        left = min(steps, Self.slice)
        rest = steps - left
        self.stepsForEachPart = stepsForEachPart
    }

    @inline(__always)
    mutating func take() -> Bool {
        left -= 1
        return left >= 0 || extend()
    }

    @inline(never)
    private mutating func extend() -> Bool {
        isLong = true
        if rest == 0, !isExtended {
            isExtended = true
            rest = Self.parts(of: value) * stepsForEachPart
        }
        left = min(rest, Self.slice)
        guard left > 0, StepMeter.current?.take(Self.slice) ?? true else {
            (left, rest) = (0, 0)
            return false
        }
        rest -= left
        left -= 1
        return true
    }

    private static func parts(of value: JSON) -> Int {
        var count = 0
        var open = [value]
        while let next = open.popLast() {
            count += 1
            switch next {
            case .null, .bool, .number, .string: break
            case .array(let elements): open += elements
            case .object(let members): open += members.storage
            }
        }
        return count
    }
}
