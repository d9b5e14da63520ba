import JSONSchema

/// Gathers what probes met by fault: one finding each, with the plainest probe and the number of others that met it.
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
        /// The name of the shortest probe, and its bytes.
        var probe: String
        var size: Int
        var kinds: Set<String> = []
        var ending: MessageText
        var count = 0
    }

    private let parts: StoredParts
    private var order: [Key] = []
    private var groups: [Key: Group] = [:]

    /// - Parameter parts: of instances that the probes change.
    init(of parts: StoredParts = StoredParts()) { self.parts = parts }

    mutating func add(_ probe: Probe, detail: String = "", ending: MessageText = "", _ finding: Finding) {
        add(
            named: probe.name, kind: probe.kind.rawValue, size: probe.size(knowing: parts), detail: detail,
            ending: ending, finding)
    }

    /// - Parameters:
    ///   - kind: the kind of input, which is part of the fault's identity.
    ///   - ending: an explanation at the end of the message.
    mutating func add(
        named name: String, kind: String, size: Int, detail: String = "", ending: MessageText = "", _ finding: Finding
    ) {
        let key = Key(rule: finding.rule, pointer: finding.pointer, detail: detail)
        if groups[key] == nil { order.append(key) }
        var group = groups[key] ?? Group(finding: finding, probe: name, size: size, ending: ending)
        group.count += 1
        group.kinds.insert(kind)
        // What is allowed only in part is not allowed.
        if group.ending != ending { group.ending = "" }
        if size < group.size { (group.probe, group.size, group.finding) = (name, size, finding) }
        groups[key] = group
    }

    func hasRule(_ rule: String) -> Bool { order.contains { $0.rule == rule } }

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

    /// A finding for each fault, identified by its detail and the kinds of input that show it.
    var findings: [Finding] {
        order.compactMap { key in
            groups[key].map { group in
                var finding = group.finding
                // What good instances show does not depend on which of them were recorded.
                let isWhole = !group.kinds.isDisjoint(with: Probe.wholeKinds)
                finding.subject += [key.detail] + (isWhole ? ["unchanged"] : group.kinds.sorted())
                finding.notes.append(.probe(group.probe, others: group.count - 1))
                if group.ending != "" { finding.notes.append(.hint(group.ending)) }
                return finding
            }
        }
    }
}
