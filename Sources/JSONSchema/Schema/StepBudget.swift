/// A limit on the number of schema applications in one evaluation.
///
/// Mutually referencing combinators can take exponentially many steps. The budget grows with the value, so linear work
/// is never stopped. A ``StepMeter`` limits all evaluations of a run together.
struct StepBudget {
    private let value: JSON
    /// The steps until the budget is extended by the next slice.
    private var sliceRemaining: Int
    private var remainingAfterSlice: Int
    private let stepsForEachPart: Int
    private var isExtended = false
    /// Whether the evaluation is long enough that caching results pays off.
    private(set) var isLong = false

    /// The length of a slice, and the number of steps after which an evaluation is long.
    private static let slice = 20_000

    /// Creates a budget of `steps`, plus `stepsForEachPart` for each nested value.
    init(_ value: JSON, steps: Int, stepsForEachPart: Int) {
        self.value = value
        sliceRemaining = min(steps, Self.slice)
        remainingAfterSlice = steps - sliceRemaining
        self.stepsForEachPart = stepsForEachPart
    }

    @inline(__always)
    mutating func take() -> Bool {
        sliceRemaining -= 1
        return sliceRemaining >= 0 || extend()
    }

    @inline(never)
    private mutating func extend() -> Bool {
        isLong = true
        if remainingAfterSlice == 0, !isExtended {
            isExtended = true
            remainingAfterSlice = value.descendants.count * stepsForEachPart
        }
        sliceRemaining = min(remainingAfterSlice, Self.slice)
        guard sliceRemaining > 0, StepMeter.current?.take(Self.slice) ?? true else {
            (sliceRemaining, remainingAfterSlice) = (0, 0)
            return false
        }
        remainingAfterSlice -= sliceRemaining
        sliceRemaining -= 1
        return true
    }
}

/// A stack of sets that hold the evaluated properties or elements of values.
struct MarkStack: ~Copyable {
    private var marks: [Bool] = []
    private var sets: [Range<Int>] = []

    mutating func push(count: Int) -> Int {
        sets.append(marks.count..<marks.count + count)
        marks.append(contentsOf: repeatElement(false, count: count))
        return sets.count - 1
    }

    mutating func push(like set: Int) -> Int { push(count: sets[set].count) }

    mutating func pop(to set: Int) {
        marks.removeSubrange(sets[set].lowerBound...)
        sets.removeSubrange(set...)
    }

    func contains(_ set: Int, _ position: Int) -> Bool { marks[sets[set].lowerBound + position] }

    mutating func insert(_ set: Int, _ position: Int) { marks[sets[set].lowerBound + position] = true }

    mutating func insertFirst(_ count: Int, at set: Int) {
        for position in 0..<count { insert(set, position) }
    }

    mutating func merge(_ set: Int, into other: Int) {
        for position in 0..<sets[set].count where contains(set, position) { insert(other, position) }
    }
}
