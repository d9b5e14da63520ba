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
        /// The properties that the contract does not map, as a map writes them: `assets[].url`.
        var unmapped: [String] = []
        /// The members that no property shows, with `*` for every element.
        var unshown: Set<[String]> = []
        /// The properties that do not hold what their members do in good instances, with those members.
        var wrong: [String: [String]] = [:]
        /// The properties that show something in place of a value that the schema refuses.
        var tolerated: [String: ToleratedPlace] = [:]
        /// Whether the model takes no good instance, and the first change with which it takes one.
        var takesNone = false
        var takenChange: Probe?
        /// The outlines of the instances that were made twice, and the places whose readings were compared.
        var outlines: Set<JSONOutline> = []
        var reread: Set<[String]> = []
        /// Instances that were refused or fatal with nothing, or with several things, changed: a single change may explain it.
        var refusedWholes: [(probe: Probe, mismatch: Finding)] = []
        var fatalInstances: [(probe: Probe, mismatch: Finding)] = []
        var refusedChanges: [Probe] = []
        /// Members whose properties held something else, or which have none, with the rule of the first fault of each.
        var unread: [JSONPointer: String] = [:]
        var read: Set<JSONPointer> = []
        /// The places where a change made the model refuse an instance.
        var refusing: Set<JSONPointer> = []

        init(_ verdict: ModelVerdict) {
            self.verdict = verdict
            faults = FaultGroups(of: verdict.parts)
        }

        /// Notes the members that are read: those that hold something, and show no difference.
        mutating func notice(_ differences: [ValueDifference], _ probe: Probe, _ json: JSON) {
            func isTold(_ place: JSONPointer) -> Bool {
                differences.contains { $0.pointer.tokens.starts(with: place.tokens) }
            }
            if probe.isWhole {
                for place in unread.keys where json[pointer: place].map({ !$0.isNull }) ?? false && !isTold(place) {
                    read.insert(place)
                }
            } else if probe.kind != .missing, probe.kind != .null, differences.isEmpty || !isTold(probe.pointer) {
                read.insert(probe.pointer)
            }
        }

        var neverRead: Set<JSONPointer> {
            Set(
                unread.filter { place, rule in
                    (rule == ModelRule.unread.id || !read.contains(place))
                        && !refusing.contains { $0.tokens.starts(with: place.tokens) }
                }.keys)
        }
    }
}
