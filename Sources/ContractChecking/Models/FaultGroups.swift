import JSONSchema

/// The faults that probes met: one finding each, with the plainest input and the number of inputs that met it.
struct FaultGroups {
    /// An input, ordered by plainness: its kind, then its size, then the depth of the place that is wrong.
    struct Input: Comparable {
        enum Kind: Int {
            case recorded, example, made, changedThere, changedElsewhere
        }

        let name: String
        let kind: Kind
        let size: Int
        var depth = 0

        static func < (one: Input, other: Input) -> Bool {
            (one.kind.rawValue, one.size, one.depth) < (other.kind.rawValue, other.size, other.depth)
        }
    }

    /// A property that does not show a place of the input.
    struct WrongValue {
        let property: [String]
        let place: JSONPointer
        var found: MessageText = ""
        /// Both values, where the property has one.
        var words: MessageText = ""
    }

    private struct Key: Hashable {
        let rule: String
        let pointer: JSONPointer
        /// Tells faults at one place apart: the member that may be missing, the property that is not mapped.
        let detail: String
    }

    private struct Group {
        var finding: Finding
        var input: Input
        var value: WrongValue?
        var hint: MessageText
        var kinds: Set<String> = []
        var count = 0
        /// Whether the property held the same for every input.
        var isFixed = true

        /// A wrong value's text tells its input; other findings have a note of it.
        var told: Finding {
            var finding = finding
            if let value, value.words != "" {
                let isThere = input.kind == .changedThere
                let lead = count > 1 ? "wrong for \(count) inputs, first: " : isThere ? "wrong where " : "wrong for "
                finding.text = "\(finding.text) (\(lead)\(isThere ? "" : "\(input.name), where ")\(value.words))"
            } else {
                finding.notes.append(.probe(input.name, others: count - 1))
            }
            if hint != "" { finding.notes.append(.hint(hint)) }
            return finding
        }
    }

    private let parts: StoredParts
    private var order: [Key] = []
    private var groups: [Key: Group] = [:]

    /// - Parameter parts: of instances that the probes change.
    init(of parts: StoredParts = StoredParts()) { self.parts = parts }

    mutating func add(
        _ probe: Probe, _ finding: Finding, value: WrongValue? = nil, detail: String = "", hint: MessageText = ""
    ) {
        let place = value?.place ?? probe.pointer
        let input = Input(
            name: probe.name, kind: probe.plainness(at: place), size: probe.size(knowing: parts),
            depth: place.tokens.count)
        add(input, kind: probe.kind.rawValue, finding, value: value, detail: detail, hint: hint)
    }

    mutating func add(
        _ input: Input, kind: String, _ finding: Finding, value: WrongValue? = nil, detail: String = "",
        hint: MessageText = ""
    ) {
        let key = Key(rule: finding.rule, pointer: finding.pointer, detail: detail)
        if groups[key] == nil { order.append(key) }
        var group = groups[key] ?? Group(finding: finding, input: input, value: value, hint: hint)
        group.count += 1
        group.kinds.insert(kind)
        if group.value?.found != value?.found { group.isFixed = false }
        // A hint that holds for some inputs only is none.
        if group.hint != hint { group.hint = "" }
        if input < group.input { (group.input, group.finding, group.value) = (input, finding, value) }
        groups[key] = group
    }

    var hasFatal: Bool { order.contains { FatalRule.ids.contains($0.rule) } }

    /// Joins faults of one cause, and names the member that a wrong property follows: a member that is never read may hold or
    /// lack anything, and a place that takes anything takes what Foundation bridges.
    mutating func joinCauses(_ sensitivity: () -> Sensitivity, neverRead: Set<JSONPointer>) {
        let open = Set(order.filter { $0.rule == ModelRule.falseAccept.id }.map(\.pointer))
        order.removeAll { $0.rule == ModelRule.bridging.id && open.contains($0.pointer) }
        for key in order {
            guard var group = groups[key], let value = group.value else { continue }
            let sensitivity = sensitivity()
            let member = ProbePlace.pattern(of: value.place.tokens)
            if key.rule == ModelRule.wrongValue.id, !value.property.isEmpty {
                let followed = sensitivity.members(followedBy: value.property)
                if followed.isEmpty, group.isFixed, sensitivity.hasTried(member) {
                    group.hint = "; it follows no member"
                }
                if followed.count == 1, let other = followed.first, !other.starts(with: member) {
                    group.hint = "; it follows '\(JSONPointer(tokens: other))'"
                }
            }
            if neverRead.contains(value.place) {
                let pattern = JSONPointer(tokens: member).description
                let count = order.count
                order.removeAll {
                    $0.rule == ModelRule.falseAccept.id
                        && ($0.detail == pattern || $0.detail.hasPrefix(pattern + "/"))
                }
                if order.count < count, key.rule == ModelRule.wrongValue.id {
                    group.hint = "\(group.hint); '\(value.place)' is never read"
                }
            }
            groups[key] = group
        }
    }

    /// A finding for each fault, identified by its detail and the kinds of input that show it.
    var findings: [Finding] {
        order.compactMap { key in
            groups[key].map { group in
                var finding = group.told
                // Faults of valid instances get one fingerprint, whichever instances were recorded.
                let isWhole = !group.kinds.isDisjoint(with: Probe.wholeKinds)
                finding.subject += [key.detail] + (isWhole ? ["unchanged"] : group.kinds.sorted())
                return finding
            }
        }
    }
}

extension Probe {
    fileprivate func plainness(at place: JSONPointer) -> FaultGroups.Input.Kind {
        switch kind {
        case .recorded: .recorded
        case .example: isMade ? .made : .example
        default: pointer.tokens.starts(with: place.tokens) ? .changedThere : .changedElsewhere
        }
    }
}
