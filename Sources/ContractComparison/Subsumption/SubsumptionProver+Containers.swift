import JSONSchema

extension SubsumptionProver {
    // MARK: - Arrays

    /// Where arrays of a shape may break what a schema says of their elements.
    func elementGaps(of shape: Shape, within right: SchemaTerm) -> [Gap] {
        let shape = shape.limited(to: .array)
        let json = right.json
        var gaps: [Gap] = []
        if let least = json["minItems"]?.intValue, shape.minItems < least {
            gaps.append(gap(shape, right, "minItems", [sampler.array(of: shape)].compactMap { $0 }))
        }
        if let most = json["maxItems"]?.intValue, shape.maxItems.map({ $0 > most }) ?? true {
            gaps.append(gap(shape, right, "maxItems", [sampler.array(of: shape, count: most + 1)].compactMap { $0 }))
        }
        if json["uniqueItems"] == true, !shape.isUnique, shape.maxItems.map({ $0 > 1 }) ?? true {
            let twins = sampler.value(of: shape.element(at: 0)).flatMap {
                sampler.array(of: shape, with: (1, $0), count: 2)
            }
            gaps.append(gap(shape, right, "uniqueItems", [twins].compactMap { $0 }))
        }
        let prefix = right.children("prefixItems")
        let rest = right.child("items")
        let last = max(prefix.count, shape.prefixLength)
        for index in 0...last where shape.maxItems.map({ index < $0 }) ?? true && gaps.count < Self.mostGaps {
            guard let target = index < prefix.count ? prefix[index] : rest else { continue }
            gaps += elementGaps(of: shape, at: index, isRest: index == last, within: target)
        }
        return gaps
    }

    private func elementGaps(of shape: Shape, at index: Int, isRest: Bool, within target: SchemaTerm) -> [Gap] {
        let terms = shape.element(at: index)
        if terms.isEmpty, openness == .declared {
            return [gap(shape, target, "items", .undeclared("what the elements are"))].filter { _ in target.json != true
            }
        }
        return gaps(terms, within: target).map { gap in
            gap.within(isRest ? "*" : String(index)) { sampler.array(of: shape, with: (index, $0)) }
        }
    }

    // MARK: - Objects

    /// Where objects of a shape may break what a schema says of their members.
    func memberGaps(of shape: Shape, within right: SchemaTerm) -> [Gap] {
        let shape = shape.limited(to: .object)
        var gaps = requirementGaps(of: shape, within: right)
        let properties = right.members("properties")
        let named = Set(properties.map(\.name))
        // Of a member that is required, and perhaps missing, that it is missing says enough.
        let missing = Set((right.json["required"]?.arrayValue ?? []).compactMap(\.stringValue)).subtracting(
            shape.required)
        for (name, target) in properties where gaps.count < Self.mostGaps {
            if missing.contains(name), !shape.member(name, patterns).isDeclared { continue }
            gaps += memberGaps(of: shape, name, within: target, wanted: right.requiredNames)
        }
        let byPattern = right.members("patternProperties")
        let additional = right.child("additionalProperties")
        for name in shape.declaredNames where gaps.count < Self.mostGaps {
            let matching = byPattern.filter { patterns.isFound($0.name, in: name) }
            for (_, target) in matching {
                gaps += memberGaps(of: shape, name, within: target, wanted: right.requiredNames)
            }
            if matching.isEmpty, !named.contains(name), let additional {
                gaps += memberGaps(of: shape, name, within: additional, wanted: right.requiredNames)
            }
        }
        return gaps + otherMemberGaps(of: shape, within: right, named, byPattern, additional)
    }

    /// - Parameter wanted: what the schema around the member asks for, so that a witness lacks nothing else.
    private func memberGaps(
        of shape: Shape, _ name: String, within target: SchemaTerm, wanted: [String]
    ) -> [Gap] {
        let (terms, isDeclared) = shape.member(name, patterns)
        if expansion.shapes(of: terms).isEmpty { return [] }
        if !isDeclared, openness == .declared {
            return target.json == true ? [] : [gap(shape, target, "properties", .undeclared("'\(name)'"))]
        }
        return gaps(terms, within: target).map { gap in
            gap.within(name) { sampler.object(of: shape, with: [(name, $0)], wanted: wanted) }
        }
    }

    private func requirementGaps(of shape: Shape, within right: SchemaTerm) -> [Gap] {
        let json = right.json
        var gaps: [Gap] = []
        for name in right.requiredNames where !shape.required.contains(name) {
            let lacking = sampler.object(of: shape, without: name, wanted: right.requiredNames)
            gaps.append(gap(shape, right, "required", [lacking].compactMap { $0 }))
        }
        if let least = json["minProperties"]?.intValue, max(shape.minProperties, shape.required.count) < least {
            gaps.append(gap(shape, right, "minProperties", [sampler.object(of: shape)].compactMap { $0 }))
        }
        if let most = json["maxProperties"]?.intValue {
            let isBounded =
                shape.maxProperties.map { $0 <= most } ?? (shape.isClosed && shape.declaredNames.count <= most)
            var larger = shape
            larger.minProperties = most + 1
            if !isBounded, most < 1_000 {
                gaps.append(gap(shape, right, "maxProperties", [sampler.object(of: larger)].compactMap { $0 }))
            }
        }
        for (name, needed) in json["dependentRequired"]?.objectValue ?? [:] {
            let needed = (needed.arrayValue ?? []).compactMap(\.stringValue)
            guard needed.contains(where: { !shape.required.contains($0) }),
                let value = sampler.value(of: shape.member(name, patterns).terms)
            else { continue }
            gaps.append(
                gap(
                    shape, right, "dependentRequired",
                    [sampler.object(of: shape, with: [(name, value)])].compactMap { $0 }))
        }
        if let names = right.child("propertyNames"), names.json != true {
            let refused = shape.declaredNames.filter { names.document.accepts(.string($0), at: names.pointer) != true }
            let objects = refused.compactMap { name in
                sampler.value(of: shape.member(name, patterns).terms).flatMap {
                    sampler.object(of: shape, with: [(name, $0)])
                }
            }
            if !shape.isClosed || !refused.isEmpty {
                gaps.append(
                    gap(shape, right, "propertyNames", .undecided("'propertyNames' is not compared"), objects))
            }
        }
        return gaps
    }

    /// Members that the left side allows without naming them.
    private func otherMemberGaps(
        of shape: Shape, within right: SchemaTerm, _ named: Set<String>,
        _ byPattern: [(name: String, term: SchemaTerm)],
        _ additional: SchemaTerm?
    ) -> [Gap] {
        var gaps: [Gap] = []
        for rule in shape.objects.flatMap(\.patterns) {
            guard let name = PatternExample.text(of: rule.pattern) else { continue }
            let targets =
                byPattern.filter { $0.name == rule.pattern || patterns.isFound($0.name, in: name) }.map(\.term)
            for target in targets.isEmpty ? [additional].compactMap({ $0 }) : targets {
                gaps += memberGaps(of: shape, name, within: target, wanted: right.requiredNames)
            }
        }
        guard !shape.isClosed, let target = additional ?? byPattern.first?.term, target.json != true else {
            return gaps
        }
        guard shape.additional != nil || openness == .any else {
            // The document does not say that there are others.
            return gaps
        }
        let taken = named.union(shape.declaredNames)
        let names =
            (["other"] + (1...9).map { "other\($0)" } + byPattern.compactMap { PatternExample.text(of: $0.name) })
            .filter { !taken.contains($0) }
        for name in names.prefix(1) + names.suffix(byPattern.count) {
            let matching = byPattern.filter { patterns.isFound($0.name, in: name) }.map(\.term)
            for target in matching.isEmpty ? [additional].compactMap({ $0 }) : matching {
                gaps += memberGaps(of: shape, name, within: target, wanted: right.requiredNames)
            }
        }
        return gaps
    }
}

extension SchemaTerm {
    /// The names of `required`.
    fileprivate var requiredNames: [String] { (json["required"]?.arrayValue ?? []).compactMap(\.stringValue) }
}
