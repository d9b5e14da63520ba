import JSONSchema

/// Gathers what probes met by fault: one mismatch each, with the shortest probe and how many others met it.
struct FaultGroups {
    private struct Key: Hashable {
        let rule: Rule
        let pointer: JSONPointer
        /// Tells faults at one place apart: the member that may be missing, the property that is not mapped.
        let detail: String
    }

    private struct Group {
        var probe: String
        var size: Int
        var mismatch: Mismatch
        var ending: FindingText
        var count: Int
    }

    private let parts: StoredParts
    private var order: [Key] = []
    private var groups: [Key: Group] = [:]

    /// - Parameter parts: of instances that the probes change.
    init(of parts: StoredParts = StoredParts()) { self.parts = parts }

    mutating func add(_ probe: Probe, detail: String = "", ending: FindingText = "", _ mismatch: Mismatch) {
        add(named: probe.name, size: probe.size(knowing: parts), detail: detail, ending: ending, mismatch)
    }

    /// - Parameter ending: what the message ends with, behind the probe.
    mutating func add(
        named name: String, size: Int, detail: String = "", ending: FindingText = "", _ mismatch: Mismatch
    ) {
        let key = Key(rule: mismatch.rule, pointer: mismatch.pointer, detail: detail)
        guard var group = groups[key] else {
            order.append(key)
            groups[key] = Group(probe: name, size: size, mismatch: mismatch, ending: ending, count: 1)
            return
        }
        group.count += 1
        // What is allowed only in part is not allowed.
        if group.ending != ending { group.ending = "" }
        if size < group.size { (group.probe, group.size, group.mismatch) = (name, size, mismatch) }
        groups[key] = group
    }

    func hasRule(_ rule: Rule) -> Bool { order.contains { $0.rule == rule } }

    /// A place that takes anything takes what Foundation bridges too: that is one fault, not two.
    mutating func dropBridgingBesideAcceptance() {
        let accepting = Set(order.filter { $0.rule == ModelRule.falseAccept.rule }.map(\.pointer))
        order.removeAll { $0.rule == ModelRule.bridging.rule && accepting.contains($0.pointer) }
    }

    /// A member that nothing reads may hold, or lack, anything: that is one fault with the one that tells it.
    ///
    /// - Parameter mismatch: what tells that the member is not read.
    mutating func joinAcceptance(of member: ProbePlace, to mismatch: Mismatch) {
        let accepting = order.filter {
            $0.rule == ModelRule.falseAccept.rule
                && ($0.detail == member.pattern || $0.detail.hasPrefix(member.pattern + "/"))
        }
        guard !accepting.isEmpty,
            let told = order.first(where: { $0.rule == mismatch.rule && $0.pointer == mismatch.pointer })
        else { return }
        order.removeAll(where: accepting.contains)
        groups[told]?.ending = "; nothing reads '\(member.text)': it may be missing, or hold anything"
    }

    var mismatches: [Mismatch] {
        order.compactMap { groups[$0] }.map { group in
            let others = group.count == 1 ? "" : ", and \(group.count - 1) more like it"
            var mismatch = group.mismatch
            mismatch.message = "\(mismatch.message); probe: \(group.probe)\(others)\(group.ending)"
            return mismatch
        }
    }
}
