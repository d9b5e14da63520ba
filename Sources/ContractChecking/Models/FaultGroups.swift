import JSONSchema

/// Gathers what probes met by fault: one finding each, with the plainest input and the number of others that met it.
struct FaultGroups {
    private struct Key: Hashable {
        let rule: String
        let pointer: JSONPointer
        /// Tells faults at one place apart: the member that may be missing, the property that is not mapped.
        let detail: String
    }

    /// A fault as far as probes have met it.
    private struct Group {
        var finding: Finding
        /// The name of the plainest probe, and how plain it is.
        var probe: String
        var plainness: Plainness
        var kinds: Set<String> = []
        var ending: MessageText
        /// The path of the property that shows it.
        var property: [String]
        var count = 0
    }

    /// The kinds of inputs, the plainest first; of one kind the smallest is the plainest, and of one input the outermost place.
    struct Plainness: Comparable {
        enum Kind: Int {
            case recorded, example, made, changedThere, changedElsewhere
        }

        let kind: Kind
        let size: Int
        var depth = 0

        static func < (one: Plainness, other: Plainness) -> Bool {
            (one.kind.rawValue, one.size, one.depth) < (other.kind.rawValue, other.size, other.depth)
        }
    }

    private let parts: StoredParts
    private var order: [Key] = []
    private var groups: [Key: Group] = [:]

    /// - Parameter parts: of instances that the probes change.
    init(of parts: StoredParts = StoredParts()) { self.parts = parts }

    /// - Parameter place: the place in the instance that the finding tells of; the place of the change by default.
    mutating func add(
        _ probe: Probe, at place: JSONPointer? = nil, of property: [String] = [], detail: String = "",
        ending: MessageText = "", _ finding: Finding
    ) {
        let place = place ?? probe.pointer
        let plainness = Plainness(
            kind: probe.plainness(at: place), size: probe.size(knowing: parts), depth: place.tokens.count)
        add(
            named: probe.name, kind: probe.kind.rawValue, plainness, of: property, detail: detail, ending: ending,
            finding)
    }

    /// - Parameters:
    ///   - kind: the kind of input, which is part of the fault's identity.
    ///   - plainness: how plain the input is; the plainest that shows the fault is told.
    ///   - ending: an explanation at the end of the message.
    mutating func add(
        named name: String, kind: String, _ plainness: Plainness, of property: [String] = [], detail: String = "",
        ending: MessageText = "", _ finding: Finding
    ) {
        let key = Key(rule: finding.rule, pointer: finding.pointer, detail: detail)
        if groups[key] == nil { order.append(key) }
        var group =
            groups[key]
            ?? Group(finding: finding, probe: name, plainness: plainness, ending: ending, property: property)
        group.count += 1
        group.kinds.insert(kind)
        // What is allowed only in part is not allowed.
        if group.ending != ending { group.ending = "" }
        if plainness < group.plainness {
            (group.probe, group.plainness, group.finding) = (name, plainness, finding)
        }
        groups[key] = group
    }

    /// Whether any probe ended its process, or had to be ended.
    var hasFatal: Bool { order.contains { FatalRule.ids.contains($0.rule) } }

    /// A place that takes anything takes what Foundation bridges too: that is one fault, not two.
    mutating func dropBridgingBesideAcceptance() {
        let accepting = Set(order.filter { $0.rule == ModelRule.falseAccept.id }.map(\.pointer))
        order.removeAll { $0.rule == ModelRule.bridging.id && accepting.contains($0.pointer) }
    }

    /// A member that nothing reads may hold, or lack, anything: that is one fault with the one that tells it.
    ///
    /// - Parameter finding: what tells that the member is not read.
    mutating func joinAcceptance(of member: ProbePlace, to finding: Finding) {
        let accepting = order.filter {
            $0.rule == ModelRule.falseAccept.id
                && ($0.detail == member.pattern || $0.detail.hasPrefix(member.pattern + "/"))
        }
        guard !accepting.isEmpty,
            let told = order.first(where: { $0.rule == finding.rule && $0.pointer == finding.pointer })
        else { return }
        order.removeAll(where: accepting.contains)
        groups[told]?.ending = "; nothing reads '\(member.text)': it may be missing, or hold anything"
    }

    /// Names the member that a property with a wrong value follows in place of its own.
    mutating func tellWhatIsFollowed(_ members: (_ property: [String]) -> Set<[String]>) {
        for key in order where key.rule == ModelRule.wrongValue.id {
            guard let group = groups[key], !group.property.isEmpty else { continue }
            let followed = members(group.property)
            if followed.isEmpty, group.ending == "" { groups[key]?.ending = "; it follows no member" }
            guard followed.count == 1, let other = followed.first, other != ProbePlace.pattern(of: key.pointer.tokens)
            else { continue }
            groups[key]?.ending = "; it follows '\(JSONPointer(tokens: other).description)'\(group.ending)"
        }
    }

    /// A finding for each fault, identified by its detail and the kinds of input that show it.
    var findings: [Finding] {
        order.compactMap { key in
            groups[key].map { group in
                var finding = group.finding
                // Faults of valid instances get one fingerprint, whichever instances were recorded.
                let isWhole = !group.kinds.isDisjoint(with: Probe.wholeKinds)
                finding.subject += [key.detail] + (isWhole ? ["unchanged"] : group.kinds.sorted())
                finding.notes.append(.probe(group.probe, others: group.count - 1))
                if group.ending != "" { finding.notes.append(.hint(group.ending)) }
                return finding
            }
        }
    }
}

extension Probe {
    fileprivate func plainness(at place: JSONPointer) -> FaultGroups.Plainness.Kind {
        switch kind {
        case .recorded: .recorded
        case .example: isMade ? .made : .example
        default: pointer.tokens.starts(with: place.tokens) ? .changedThere : .changedElsewhere
        }
    }
}
