/// A limit on the number of schema applications in one evaluation.
///
/// Mutually referencing combinators can take exponentially many steps. The budget grows with the value, so linear work
/// is never stopped. A ``StepMeter`` limits all evaluations of a run together.
struct StepBudget {
    private let value: JSON
    private let stepsForEachPart: Int
    private var limit: Int
    private var isExtended = false
    private var used = 0

    /// The number of steps after which an evaluation is long, and takes as many from the meter at once.
    private static let slice = 20_000

    /// Creates a budget of `steps`, plus `stepsForEachPart` for each nested value.
    init(_ value: JSON, steps: Int, stepsForEachPart: Int) {
        (self.value, self.stepsForEachPart) = (value, stepsForEachPart)
        limit = steps
    }

    /// Whether the evaluation is long enough that caching results pays off.
    var isLong: Bool { used >= Self.slice }

    @inline(__always)
    mutating func take() -> Bool {
        used += 1
        return !isLong || takeLong()
    }

    @inline(never)
    private mutating func takeLong() -> Bool {
        if used > limit, !isExtended {
            isExtended = true
            limit += value.descendants.count * stepsForEachPart
        }
        if used.isMultiple(of: Self.slice), let meter = StepMeter.current, !meter.take(Self.slice) {
            (limit, isExtended) = (0, true)
        }
        return used <= limit
    }
}
