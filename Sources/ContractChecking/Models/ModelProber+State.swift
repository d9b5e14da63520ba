import JSONSchema

extension ModelProber {
    /// A constraint of the schema, as the score names it: one `required` stands for many members.
    struct Constraint: Hashable, CustomStringConvertible {
        private let place: JSONPointer
        private let member: String?

        init(_ place: JSONPointer, _ probe: Probe) {
            self.place = place
            member = probe.kind == .missing ? probe.place.pattern : nil
        }

        var description: String { member.map { "\(place) of \($0)" } ?? "\(place)" }
    }

    struct State {
        let verdict: ModelVerdict
        var faults: FaultGroups
        var outcomes: [ProbeOutcome] = []
        var constraints: Set<Constraint> = []
        var unenforced: Set<Constraint> = []
        /// The members of which an input is accepted that has to be refused.
        var loose: Set<String> = []
        /// Constraints whose violation was accepted, and need not be refused.
        var left: Set<Constraint> = []
        /// Good instances that the model takes.
        var taken: [JSON] = []
        /// Good instances with the differences of their properties.
        var wholes: [(json: JSON, differences: [ValueDifference])] = []
        /// The properties that show something in place of a value that the schema refuses.
        var tolerated: [String: ToleratedPlace] = [:]
        /// Whether the model takes no good instance, and the first change with which it takes one.
        var takesNone = false
        var takenChange: Probe?
        /// The outlines of the instances that were made twice, and the places whose readings were compared.
        var outlines: Set<[UInt64]> = []
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

        private var differences: [ValueDifference] { wholes.flatMap(\.differences) }

        /// Whether the model refuses a change of a place, or shows the place in a good instance after one in which it does not.
        func isRead(_ place: JSONPointer) -> Bool {
            if refusing.contains(where: { $0.tokens.starts(with: place.tokens) }) { return true }
            return wholes.drop { !$0.differences.contains { $0.pointer == place } }.contains { json, differences in
                json[pointer: place].map { !$0.isNull } ?? false
                    && !differences.contains { $0.pointer.tokens.starts(with: place.tokens) }
            }
        }

        /// The properties that the contract does not map, as a map writes them: `assets[].url`.
        var unmapped: [String] { differences.filter(\.isUnmapped).map(\.mapPath).distinct }

        /// The members that no property shows, with `*` for every element.
        var unshown: [[String]] {
            differences.filter { $0.unreadMember != nil }.map(\.member).distinct
        }

        /// The properties that do not hold what their members do, with those members.
        var wrong: [String: [String]] {
            Dictionary(differences.filter { $0.rule == .wrongValue }.map { ($0.mapPath, $0.member) }) { $1 }
        }
    }
}
