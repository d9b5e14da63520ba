/// How often schemas may apply schemas in one evaluation.
///
/// Combinators that refer to each other can make a small schema take exponentially many steps. The budget grows with the
/// value, so that what takes time in proportion to it is never stopped.
struct StepBudget {
    private let value: JSON
    private var left: Int
    private let stepsForEachPart: Int
    private var isExtended = false

    /// A budget for a value: so many steps whatever its size, and so many more for each value that it is made of.
    init(_ value: JSON, steps: Int, stepsForEachPart: Int) {
        self.value = value
        left = steps
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
        if !isExtended {
            isExtended = true
            left = Self.parts(of: value) * stepsForEachPart
        }
        return left >= 0
    }

    /// How many values a value is made of.
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
