/// The number of times that schemas may apply schemas in one evaluation.
///
/// Combinators that refer to each other can make a small schema take exponentially many steps. The budget grows with the
/// value, so that linear work is never stopped. A ``StepMeter`` limits all evaluations of a run together.
struct StepBudget {
    private let value: JSON
    /// The steps until the next look at what is left.
    private var left: Int
    /// The steps that may follow, without those that come with the value's size.
    private var rest: Int
    private let stepsForEachPart: Int
    private var isExtended = false
    /// Indicates whether so many steps were taken that what is known by now is worth remembering.
    private(set) var isLong = false

    /// The steps after which an evaluation is long, and those of one look.
    private static let slice = 20_000

    /// A budget for a value: so many steps whatever its size, and so many more for each value that it is made of.
    init(_ value: JSON, steps: Int, stepsForEachPart: Int) {
        self.value = value
        left = min(steps, Self.slice)
        rest = steps - left
        self.stepsForEachPart = stepsForEachPart
    }

    /// Takes a step; false where none is left.
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

    /// The number of values in a value, itself included.
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
