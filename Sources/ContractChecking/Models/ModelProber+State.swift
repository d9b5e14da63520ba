import ContractFormat
import JSONSchema

extension ModelProber {
    struct State {
        let verdict: ModelVerdict
        var faults = FaultGroups()
        var outcomes: [ProbeOutcome] = []
        /// The violated schema constraints as counted by the score, and those that the model does not enforce.
        var constraints: Set<String> = []
        var unenforced: Set<String> = []
        /// The members for which the model accepts input that it must refuse.
        var wronglyAcceptedMembers: Set<JSONPointer> = []
        /// Constraints whose violation the model accepts and may accept.
        var toleratedConstraints: Set<String> = []
        var acceptedInstances: [JSON] = []
        var comparedInstances: [(json: JSON, differences: [ValueDifference])] = []
        /// Promises for properties that replace a value that the schema rejects, by the pattern of its place.
        var tolerated: [String: (property: PropertyContract, tokens: [String])] = [:]
        /// Whether the model refuses every valid instance. `firstAcceptedChange` is the first change that it accepts.
        var refusesEveryInstance = false
        var firstAcceptedChange: Probe?
        /// Outlines of the instances, and patterns of the places, whose stability was checked.
        var outlines: Set<Int> = []
        var reread: Set<JSONPointer> = []
        /// Refused or fatal probes of whole instances or several changes. A single change may explain them.
        var refusedWholes: [(probe: Probe, json: JSON, finding: Finding, failed: JSONPointer?)] = []
        var fatalInstances: [(probe: Probe, mismatch: Finding)] = []
        var refusedChanges: [Probe] = []
        var refusingPlaces: Set<JSONPointer> = []

        init(_ verdict: ModelVerdict) { self.verdict = verdict }

        private var differences: [ValueDifference] { comparedInstances.flatMap(\.differences) }

        /// Whether the model refuses a change of a place, or shows the place in an instance after failing to show it.
        func isRead(_ place: JSONPointer) -> Bool {
            if refusingPlaces.contains(where: { $0.tokens.starts(with: place.tokens) }) { return true }
            return comparedInstances.drop { !$0.differences.contains { $0.pointer == place } }.contains {
                json, differences in
                json[pointer: place].map { !$0.isNull } ?? false
                    && !differences.contains { $0.pointer.tokens.starts(with: place.tokens) }
            }
        }

        /// The unmapped properties in map notation: `assets[].url`.
        var unmapped: [String] { differences.filter(\.isUnmapped).map(\.mapPath).distinct }

        var unshown: [[String]] {
            differences.filter { $0.unreadMember != nil }.map(\.member).distinct
        }

        /// The members of the properties with a wrong value, by property path.
        var wrong: [String: [String]] {
            Dictionary(differences.filter { $0.rule == .wrongValue }.map { ($0.mapPath, $0.member) }) { $1 }
        }
    }
}

extension ModelProber {
    /// Returns the constraint that a probe violates, and its name in the score, where `required` counts once per member.
    func broken(by probe: Probe) -> (place: JSONPointer, name: String, violation: Violation?) {
        let violations = probe.input.json.map { contract.schema.schema.violations(of: $0, cache: cache) } ?? []
        let outer = violations.first?.alternatives(among: violations) ?? violations.first
        let place = outer.map(contract.schema.pointer(of:)) ?? contract.schema.pointer
        let member = probe.kind == .missing ? " of \(probe.pointer.pattern)" : ""
        return (place, "\(place)\(member)", violations.first)
    }

    /// Returns what the model of the tagged variant refuses, which says more than the alternatives around it.
    func variantViolation(in json: JSON) -> Violation? {
        guard let variant = contract.variants?.variant(of: json), variant.payload?.tokens.isEmpty ?? true,
            let model = variant.model.flatMap({ sources.models[$0.text] })
        else { return nil }
        return model.schema.schema.violations(of: json, cache: cache).first
    }
}

extension Violation {
    fileprivate func alternatives(among violations: [Violation]) -> Violation? {
        let path = evaluationPath.tokens
        guard let index = path.firstIndex(where: { $0 == "anyOf" || $0 == "oneOf" }) else { return nil }
        return violations.first { $0.evaluationPath.tokens.elementsEqual(path[...index]) }
    }
}
