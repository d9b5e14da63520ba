import JSONSchema

extension SubsumptionProver {
    // MARK: - Arrays

    func elementGaps(of facts: SchemaFacts, within right: SchemaView) -> [Gap] {
        let facts = facts.limited(to: .array)
        let json = right.json
        var gaps: [Gap] = []
        if let least = json["minItems"]?.intValue, facts.elementCounts.least < least {
            gaps.append(gap(facts, right, "minItems", with: sampler.array(of: facts)))
        }
        if let most = json["maxItems"]?.intValue, facts.elementCounts.greatest.map({ $0 > most }) ?? true {
            gaps.append(gap(facts, right, "maxItems", with: sampler.array(of: facts, count: most + 1)))
        }
        if json["uniqueItems"] == true, !facts.hasUniqueItems, facts.elementCounts.greatest.map({ $0 > 1 }) ?? true {
            let twins = sampler.value(of: facts.element(at: 0)).flatMap {
                sampler.array(of: facts, with: (1, $0), count: 2)
            }
            gaps.append(gap(facts, right, "uniqueItems", with: twins))
        }
        let prefix = right.children("prefixItems")
        let rest = right.child("items")
        let last = max(prefix.count, facts.prefixLength)
        for index in 0...last
        where facts.elementCounts.greatest.map({ index < $0 }) ?? true && gaps.count < Self.maximumGaps {
            guard let target = index < prefix.count ? prefix[index] : rest else { continue }
            gaps += elementGaps(of: facts, at: index, isRest: index == last, within: target)
        }
        return gaps
    }

    private func elementGaps(of facts: SchemaFacts, at index: Int, isRest: Bool, within target: SchemaView) -> [Gap] {
        let schemas = facts.element(at: index)
        if schemas.isEmpty, openness == .declared {
            return target.json == true ? [] : [gap(facts, target, "items", .undeclared("a schema of the elements"))]
        }
        return gaps(schemas, within: target).map { gap in
            gap.within(isRest ? "*" : String(index)) { sampler.array(of: facts, with: (index, $0)) }
        }
    }

    // MARK: - Objects

    func memberGaps(of facts: SchemaFacts, within right: SchemaView) -> [Gap] {
        let facts = facts.limited(to: .object)
        var gaps = requirementGaps(of: facts, within: right)
        let properties = right.members("properties")
        let named = Set(properties.map(\.name))
        // For a required member, report only that it may be missing.
        let missing = Set([right].requiredNames).subtracting(facts.required)
        for (name, target) in properties where gaps.count < Self.maximumGaps {
            if missing.contains(name), !facts.member(name).isDeclared { continue }
            gaps += memberGaps(of: facts, name, within: target, of: right)
        }
        for name in facts.declaredNames where gaps.count < Self.maximumGaps {
            for target in targets(of: name, in: right, isNamed: named.contains(name)) {
                gaps += memberGaps(of: facts, name, within: target, of: right)
            }
        }
        return gaps + otherMemberGaps(of: facts, within: right, named)
    }

    private func targets(of name: String, in right: SchemaView, isNamed: Bool = false) -> [SchemaView] {
        let matching = right.members("patternProperties").filter { KeywordCheck.isFound($0.name, in: name) }.map(\.view)
        return matching.isEmpty && !isNamed ? [right.child("additionalProperties")].compactMap(\.self) : matching
    }

    /// - Parameter right: the object's schema, so that a witness has all its other required members.
    private func memberGaps(
        of facts: SchemaFacts, _ name: String, within target: SchemaView, of right: SchemaView
    ) -> [Gap] {
        let (schemas, isDeclared) = facts.member(name)
        if expansion.alternatives(of: schemas).isEmpty { return [] }
        if !isDeclared, openness == .declared {
            return target.json == true ? [] : [gap(facts, target, "properties", .undeclared("'\(name)'"))]
        }
        return gaps(schemas, within: target).map { gap in
            gap.within(name) { sampler.object(of: facts, with: [(name, $0)], wanted: [right].requiredNames) }
        }
    }

    private func requirementGaps(of facts: SchemaFacts, within right: SchemaView) -> [Gap] {
        let json = right.json
        var gaps: [Gap] = []
        for name in [right].requiredNames where !facts.requires(name) && gaps.count < Self.maximumGaps {
            let lacking = sampler.object(of: facts, without: name, wanted: [right].requiredNames)
            gaps.append(gap(facts, right, "required", with: lacking))
        }
        if let least = json["minProperties"]?.intValue, max(facts.memberCounts.least, facts.required.count) < least {
            gaps.append(gap(facts, right, "minProperties", with: sampler.object(of: facts)))
        }
        if let most = json["maxProperties"]?.intValue {
            let isBounded =
                facts.memberCounts.greatest.map { $0 <= most } ?? (facts.isClosed && facts.declaredNames.count <= most)
            var larger = facts
            larger.memberCounts.least = most + 1
            if !isBounded {
                gaps.append(gap(facts, right, "maxProperties", with: most < 1_000 ? sampler.object(of: larger) : nil))
            }
        }
        for (name, needed) in json["dependentRequired"]?.objectValue ?? [:] {
            let needed = (needed.arrayValue ?? []).compactMap(\.stringValue)
            guard needed.contains(where: { !facts.requires($0) }),
                let value = sampler.value(of: facts.member(name).schemas)
            else { continue }
            gaps.append(gap(facts, right, "dependentRequired", with: sampler.object(of: facts, with: [(name, value)])))
        }
        if let names = right.child("propertyNames"), names.json != true {
            let refused = facts.declaredNames.filter { names.document.accepts(.string($0), at: names.pointer) != true }
            let objects = refused.compactMap { name in
                sampler.value(of: facts.member(name).schemas).flatMap {
                    sampler.object(of: facts, with: [(name, $0)])
                }
            }
            if !facts.isClosed || !refused.isEmpty {
                gaps.append(gap(facts, right, "propertyNames", .undecided("'propertyNames' is not compared"), objects))
            }
        }
        return gaps
    }

    private func otherMemberGaps(of facts: SchemaFacts, within right: SchemaView, _ named: Set<String>) -> [Gap] {
        var gaps: [Gap] = []
        let byPattern = right.members("patternProperties")
        for rule in facts.objects.flatMap(\.patterns) {
            guard let name = PatternExample.text(of: rule.name) else { continue }
            let same = byPattern.filter { $0.name == rule.name && !KeywordCheck.isFound($0.name, in: name) }.map(\.view)
            for target in same + targets(of: name, in: right, isNamed: !same.isEmpty) {
                gaps += memberGaps(of: facts, name, within: target, of: right)
            }
        }
        let additional = right.child("additionalProperties")
        // A document does not promise members that it does not declare.
        guard !facts.isClosed, facts.additional != nil || openness == .any,
            let target = additional ?? byPattern.first?.view, target.json != true
        else { return gaps }
        let taken = named.union(facts.declaredNames)
        let names =
            (["other"] + (1...9).map { "other\($0)" } + byPattern.compactMap { PatternExample.text(of: $0.name) })
            .filter { !taken.contains($0) }
        for name in names.prefix(1) + names.suffix(byPattern.count) {
            for target in targets(of: name, in: right) {
                gaps += memberGaps(of: facts, name, within: target, of: right)
            }
        }
        return gaps
    }
}
