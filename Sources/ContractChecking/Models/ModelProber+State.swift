import ContractFormat
import JSONSchema

extension ModelProber {
    /// What the probes so far have told.
    struct State {
        let verdict: ModelVerdict
        var faults: FaultGroups
        var outcomes: [ProbeOutcome] = []
        var constraints: Set<String> = []
        var unenforced: Set<String> = []
        /// What was accepted and need not be refused.
        var left: Set<String> = []
        /// Good instances that the model takes.
        var taken: [JSON] = []
        /// Good instances with another value at one place that the model takes.
        var changed: [Probe] = []
        /// The properties that the contract does not map, as a map writes them: `assets[].url`.
        var unmapped: [String] = []
        /// The members that no property shows, with `*` for every element.
        var unshown: Set<[String]> = []
        /// The properties that do not hold what their members do in good instances, with those members.
        var wrong: [String: [String]] = [:]
        var takesNone = false

        init(_ verdict: ModelVerdict) {
            self.verdict = verdict
            faults = FaultGroups(of: verdict.parts)
        }

        /// The first change by which a model that takes no good instance takes one.
        var takenChange: Probe?
        /// Of the whole instances that were made twice.
        var outlines: Set<JSONOutline> = []
        /// What was refused or fatal with nothing or with several things changed: a single change may explain it.
        var refusedWholes: [(probe: Probe, mismatch: Finding)] = []
        var fatalInstances: [(probe: Probe, mismatch: Finding)] = []
        var refusedChanges: [Probe] = []
        /// Members whose properties held something else, or which have none, with the first fault of each.
        var unread: [JSONPointer: Finding] = [:]
        /// Members whose properties held what they say.
        var read = PlaceSet()

        /// Notes which members are read: those that hold something, of which nothing is told.
        mutating func notice(_ differences: [ValueDifference], _ probe: Probe, _ json: JSON) {
            func isTold(_ place: JSONPointer) -> Bool {
                differences.contains { $0.pointer.tokens.starts(with: place.tokens) }
            }
            if probe.isWhole {
                for place in unread.keys where json[pointer: place].map({ !$0.isNull }) ?? false && !isTold(place) {
                    read.insert(ProbePlace(place))
                }
            } else if probe.kind != .missing, probe.kind != .null, differences.isEmpty || !isTold(probe.pointer) {
                read.insert(probe.place)
            }
        }

        /// Where a change made the model refuse an instance.
        var refusing = PlaceSet()

        /// What tells of members that nothing reads: whatever they hold, the model takes it, and shows it nowhere.
        var neverRead: [(place: ProbePlace, mismatch: Finding)] {
            unread.filter { place, mismatch in
                (mismatch.rule == ModelRule.unread.id || !read.places.contains { $0.pointer == place })
                    && !refusing.places.contains { $0.pointer.tokens.starts(with: place.tokens) }
            }.map { (ProbePlace($0.key), $0.value) }
        }
    }
}

/// Places of probes, each once: the probes of a place share it.
struct PlaceSet {
    private(set) var places: [ProbePlace] = []
    private var known: Set<ObjectIdentifier> = []

    mutating func insert(_ place: ProbePlace) {
        if known.insert(ObjectIdentifier(place)).inserted { places.append(place) }
    }
}
