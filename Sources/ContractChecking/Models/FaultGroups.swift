import JSONSchema

/// The faults found by probes: one finding per fault, with the plainest input and the number of inputs that met it.
struct FaultGroups {
    /// An input, ordered by plainness: its kind, validity, size, then the depth of the faulty place.
    struct Input: Comparable {
        enum Kind: Int {
            case recorded, example, made, changedThere, changedElsewhere
        }

        let name: String
        let kind: Kind
        let size: Int
        var depth = 0
        var isGood = true

        /// Returns the words before the faulty values: the instance's name, or the clause that describes a change.
        func circumstance(isOnly: Bool) -> String {
            switch kind {
            case .changedThere: isOnly ? "where " : ""
            case .recorded, .example: isOnly ? "for \(name), where " : "\(name), where "
            case .made, .changedElsewhere: isOnly ? "where \(name): " : "\(name), where "
            }
        }

        private var rank: (Int, Int, Int, Int) { (kind.rawValue, isGood ? 0 : 1, size, depth) }

        static func < (one: Input, other: Input) -> Bool { one.rank < other.rank }
    }

    private struct Key: Hashable {
        let rule: String
        let pointer: JSONPointer
        /// The possibly missing member or the unmapped property, if several faults share a place.
        let detail: String
    }

    private struct Group {
        var finding: Finding
        var input: Input
        var difference: ValueDifference?
        var values: MessageText
        var hint: MessageText
        var kinds: Set<String> = []
        var count = 0
        /// Whether the property had the same value for every input.
        var isFixed = true
        /// The place around the faulty one, if the model replaced its value for every input.
        var replaced: JSONPointer?

        mutating func join(_ other: Group) {
            count += other.count
            kinds.formUnion(other.kinds)
            if !other.isFixed || difference?.found != other.difference?.found { isFixed = false }
            if hint != other.hint { hint = "" }
            if replaced != other.replaced { replaced = nil }
            if other.input < input {
                (input, finding, difference, values) = (other.input, other.finding, other.difference, other.values)
            }
        }

        /// The reported finding, whose text names the input.
        var described: Finding {
            var finding = finding
            if values != "" {
                let lead = count > 1 ? "wrong for \(count) inputs, first: " : "wrong "
                finding.text = "\(finding.text) (\(lead)\(input.circumstance(isOnly: count == 1))\(values))"
            } else {
                let others = count == 1 ? "" : ", and \(count - 1) more like it"
                finding.text = "\(finding.text); probe: \(input.name)\(others)"
            }
            finding.text = "\(finding.text)\(hint)"
            return finding
        }
    }

    private var order: [Key] = []
    private var groups: [Key: Group] = [:]

    mutating func add(
        _ probe: Probe, _ finding: Finding, _ difference: ValueDifference? = nil, detail: String = "",
        replaced: JSONPointer? = nil, hint: MessageText = "", isGood: Bool = true
    ) {
        let place = difference?.pointer ?? probe.pointer
        let input = Input(
            name: probe.name, kind: probe.plainness(at: place), size: probe.size,
            depth: place.tokens.count, isGood: isGood)
        // Distinguish uses of a shared definition until it is known which of their members are read.
        let key = Key(
            rule: finding.rule, pointer: finding.pointer, detail: difference.flatMap(\.unreadMember) ?? detail)
        let group = Group(
            finding: finding, input: input, difference: difference,
            values: difference?.values(of: probe.input.json) ?? "", hint: hint, kinds: [probe.kind.rawValue], count: 1,
            replaced: replaced?.pattern)
        insert(group, at: key)
    }

    mutating func add(_ input: Input, kind: String, _ finding: Finding, at place: JSONPointer, detail: String) {
        let group = Group(finding: finding, input: input, values: "", hint: "", kinds: [kind], count: 1)
        insert(group, at: Key(rule: finding.rule, pointer: place, detail: detail))
    }

    private mutating func insert(_ group: Group, at key: Key) {
        if groups[key] == nil {
            order.append(key)
            groups[key] = group
        } else {
            groups[key]?.join(group)
        }
    }

    /// Keeps faults of unread members only if the member was changed and no property follows it, once per definition.
    private mutating func joinUnread(_ sensitivity: () -> Sensitivity) {
        for key in order {
            guard let group = groups[key], let difference = group.difference, difference.unreadMember != nil else {
                continue
            }
            groups[key] = nil
            guard sensitivity().hasTried(difference.member), !sensitivity().isFollowed(difference.member) else {
                continue
            }
            insert(group, at: Key(rule: key.rule, pointer: key.pointer, detail: ""))
        }
    }

    /// Joins the accepted faults within a value that the model replaces as a whole, for example by `try?`.
    private mutating func joinReplaced() {
        for (place, keys) in order.grouped(by: { groups[$0]?.replaced }) {
            // The constraints of one place are separate faults.
            guard let place, Set(keys.map(\.detail)).count > 1, var whole = groups[keys[0]] else { continue }
            for key in keys.dropFirst() {
                if let other = groups.removeValue(forKey: key) { whole.join(other) }
            }
            whole.hint = "; each of them gives '\(place)' another value"
            groups[keys[0]] = whole
        }
    }

    var hasFatal: Bool { order.contains { FatalRule.ids.contains($0.rule) } }

    /// Merges faults with one cause, drops the faults that they explain, and names the member that a wrong property
    /// follows.
    ///
    /// - Parameter isRead: returns whether the model refuses a change of a place, or shows it in a valid instance.
    mutating func joinCauses(_ sensitivity: () -> Sensitivity, isRead: (JSONPointer) -> Bool) {
        let open = Set(order.filter { $0.rule == ModelRule.falseAccept.id }.map(\.pointer))
        order.removeAll { $0.rule == ModelRule.bridging.id && open.contains($0.pointer) }
        joinUnread(sensitivity)
        joinReplaced()
        order.removeAll { groups[$0] == nil }
        for key in order {
            guard var group = groups[key], let difference = group.difference else { continue }
            let sensitivity = sensitivity()
            let (member, property) = (difference.member, difference.keyedPath)
            if difference.rule == .wrongValue, !property.isEmpty {
                let followed = sensitivity.members(followedBy: property)
                if followed.isEmpty, group.isFixed, sensitivity.hasTried(member) {
                    group.hint = "; it follows no member"
                }
                if followed.count == 1, let other = followed.first, !other.starts(with: member) {
                    group.hint = "; it follows '\(JSONPointer(tokens: other))'"
                }
            }
            if sensitivity.hasTried(member), !sensitivity.isFollowed(member), !isRead(difference.pointer) {
                var around = member
                while around.count > 1, !sensitivity.isFollowed(around.dropLast()) { around.removeLast() }
                let (pattern, outer) = (
                    JSONPointer(tokens: member).description, JSONPointer(tokens: around).description
                )
                let count = order.count
                order.removeAll {
                    $0.rule == ModelRule.falseAccept.id
                        && ($0.detail == pattern || $0.detail.hasPrefix(outer + "/"))
                }
                if order.count < count, difference.rule == .wrongValue {
                    group.hint = "\(group.hint); '\(difference.pointer)' is never read"
                }
            }
            groups[key] = group
        }
    }

    var findings: [Finding] {
        order.compactMap { key in
            groups[key].map { group in
                var finding = group.described
                // Faults of valid instances share one fingerprint, whichever instances were recorded.
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
        default: pointer.tokens.starts(with: place.tokens) && !changesOthers ? .changedThere : .changedElsewhere
        }
    }
}
