import ContractFormat
import JSONSchema

/// Compares one service's contract in two revisions. Other changes are reported as `compare.schema`.
struct ServiceComparison {
    let old: ServiceRevision
    let new: ServiceRevision
    /// Maps old model names to new ones.
    let renamedModels: [String: String]
    var changes: [Change] = []
    var schemas: SchemaComparison

    init(old: ServiceRevision, new: ServiceRevision) {
        (self.old, self.new) = (old, new)
        renamedModels = Self.renamedModels(ValuePair(old: old.models, new: new.models))
        schemas = SchemaComparison(old: old, new: new, renamedModels: renamedModels)
    }

    mutating func results() -> [RatedChange] {
        for (key, part) in members(of: ValuePair(old: old.root, new: new.root), as: ContractKeys.Service.self) {
            switch key {
            // Models without their own strictness report a change of the service's.
            case .schema, .summary, .service, .unbound, .strictness: break
            case .origin: compareOrigin(part, of: "the service")
            case .models: compareModels(part)
            case .endpoints: compareEndpoints(part)
            case .scenarios: compareScenarios(part)
            case .health: addUnclassified(key.rawValue, part)
            case .secrets: compareSecrets(part, of: "the service")
            case .definitions: changes += schemas.compareDefinitions(part)
            }
        }
        compareRecordings()
        let own = changes.compactMap { change -> RatedChange? in
            guard case .impact(let impact) = change.effect else { return nil }
            return RatedChange(change: change, impact: impact, reach: Reach())
        }
        return ChangeTheme.joined(own + schemas.results())
    }

    /// Returns the known members of an object by key, and reports a change of each unknown one.
    mutating func members<Key: ContractKey>(of pair: ValuePair, as _: Key.Type) -> [(key: Key, pair: ValuePair)] {
        pair.members.compactMap { name, part in
            if let key = Key(rawValue: name) { return (key, part) }
            addUnclassified(name, part)
            return nil
        }
    }

    mutating func add(
        _ rule: ComparisonRule, _ message: String, _ impact: Impact, _ pair: ValuePair, expected: String? = nil,
        found: String? = nil
    ) { changes.append(Change(rule, message, .impact(impact), pair, expected: expected, found: found)) }

    mutating func add(_ rule: ComparisonRule, _ theme: ChangeTheme, _ impact: Impact, _ pair: ValuePair) {
        changes.append(Change(rule, theme, .impact(impact), pair))
    }

    mutating func compare(
        _ pair: ValuePair, as rule: ComparisonRule, _ message: @autoclosure () -> String, _ impact: Impact
    ) {
        if !pair.isSame { add(rule, message(), impact, pair) }
    }

    mutating func addUnclassified(_ key: String, _ pair: ValuePair) {
        compare(pair, as: .schema, "'\(key)' changed", .both(.risky))
    }

    /// - Parameter owner: the end of the message, such as ` of 'list'`.
    mutating func compareParts(
        _ parts: [(key: String, pair: ValuePair)], _ kind: PartKind, _ owner: String = "",
        former: [String: String] = [:],
        both: (inout ServiceComparison, _ name: String, _ subject: String, ValuePair) -> Void
    ) {
        for (name, part) in parts {
            if part.isOneSided {
                let event = part.old == nil ? kind.added : kind.removed
                add(event, part.old == nil ? "new" : "gone", name, kind, owner, part)
            } else {
                if let old = former[name], let event = kind.renamed {
                    add(
                        event.rule, "\(kind.noun) '\(old)' is '\(name)' now\(event.remark)", event.impact, part,
                        expected: old, found: name)
                }
                both(&self, name, "\(kind.noun) '\(name)'\(owner)", part)
            }
        }
    }

    mutating func add(
        _ event: PartKind.Event, _ state: String, _ name: String, _ kind: PartKind, _ owner: String, _ part: ValuePair
    ) {
        let theme = ChangeTheme(kind.noun, "'\(name)'", owner, is: state + event.remark)
        if kind.isGrouped {
            add(event.rule, theme, event.impact, part)
        } else {
            add(event.rule, theme.message, event.impact, part)
        }
    }

    /// Compares values that may be literals or schemas, such as a query item, header field or status, as one change.
    mutating func compareExpectation(
        _ part: ValuePair, in outer: ValuePair, use: Use, as rule: ComparisonRule, _ message: String, literal: Impact
    ) {
        if part.old?.value.objectValue != nil, part.new?.value.objectValue != nil {
            schemas.compare(part, in: outer, use: use, as: (rule, message))
        } else {
            compare(part, as: rule, message, literal)
        }
    }

    mutating func compareOrigin(_ pair: ValuePair, of subject: String) {
        compare(pair, as: .originChanged, "\(subject) has a different origin", .both(.breaking))
    }

    mutating func compareSecrets(_ pair: ValuePair, of subject: String) {
        compare(
            pair, as: .argumentSecrecyChanged,
            "different members of \(subject) contain credentials: recordings redact them", .client(.risky))
    }

    func mayBeLeftOut(_ text: String?, _ endpoint: String) -> Bool {
        guard let template = text.flatMap(Template.read) else { return false }
        return new.contract?.endpoints.first { $0.name == endpoint }?.mayBeLeftOut(.template(template)) ?? false
    }
}
