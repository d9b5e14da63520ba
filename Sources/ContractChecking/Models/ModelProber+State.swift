import ContractFormat
import JSONSchema

extension ModelProber {
    struct State {
        let verdict: ModelVerdict
        var faults: FaultGroups
        var outcomes: [ProbeOutcome] = []
        var constraints: Set<String> = []
        var unenforced: Set<String> = []
        /// Constraints whose violation was accepted, and need not be refused.
        var left: Set<String> = []
        /// Good instances that the model takes.
        var taken: [JSON] = []
        /// The differences of properties from good instances.
        var differences: [ValueDifference] = []
        /// The properties that show something in place of a value that the schema refuses.
        var tolerated: [String: ToleratedPlace] = [:]
        /// Whether the model takes no good instance, and the first change with which it takes one.
        var takesNone = false
        var takenChange: Probe?
        /// The outlines of the instances that were made twice, and the places whose readings were compared.
        var outlines: Set<JSON> = []
        var reread: Set<String> = []
        /// Instances that were refused or fatal with nothing, or with several things, changed: a single change may explain it.
        var refusedWholes: [(probe: Probe, mismatch: Finding)] = []
        var fatalInstances: [(probe: Probe, mismatch: Finding)] = []
        var refusedChanges: [Probe] = []
        /// The places where a change made the model refuse an instance.
        var refusing: Set<JSONPointer> = []

        init(_ verdict: ModelVerdict) {
            self.verdict = verdict
            faults = FaultGroups(of: verdict.parts)
        }

        /// The properties that the contract does not map, as a map writes them: `assets[].url`.
        var unmapped: [String] { differences.filter(\.isUnmapped).map(\.mapPath).distinct }

        /// The members that no property shows, with `*` for every element.
        var unshown: [[String]] {
            differences.filter { $0.rule == .unread && $0.place == nil }.map(\.member).distinct
        }

        /// The properties that do not hold what their members do, with those members.
        var wrong: [String: [String]] {
            Dictionary(differences.filter { $0.rule == .wrongValue }.map { ($0.mapPath, $0.member) }) { $1 }
        }
    }
}
