import ContractFormat
import JSONSchema

/// What evaluating a check gave, before it is a result in a report.
struct Evaluation: Sendable {
    var found: [(mismatch: Mismatch, recording: Place?)] = []
    var probes = 0
    /// Why the check could not be evaluated.
    var obstacle: String?
    /// How much of a model's contract is enforced, and what came of each probe.
    var score: ModelScore?
    var outcomes: [ProbeOutcome] = []

    static func obstructed(_ reason: String) -> Evaluation { Evaluation(obstacle: reason) }

    mutating func add(_ mismatches: [Mismatch], in recording: LoadedRecording? = nil, entry: Int = 0) {
        found += mismatches.map { mismatch in
            (mismatch, recording?.place(entry: entry, mismatch.data ?? JSONPointer(tokens: [])))
        }
    }

    mutating func add(_ mismatch: Mismatch, at recording: Place? = nil) { found.append((mismatch, recording)) }
}
