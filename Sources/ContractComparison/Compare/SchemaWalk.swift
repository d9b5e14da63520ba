import JSONSchema

/// Two schemas, or parts of schemas, whose keywords are compared with each other.
struct SchemaPair: Sendable {
    let old: LocatedValue
    let new: LocatedValue
    /// The effect of a change here on the enclosing schema.
    let direction: Direction

    var values: ValuePair { ValuePair(old: old, new: new) }
    var subject: String { Subject.text(of: new.location) }

    subscript(keyword: String) -> ValuePair { values[keyword] }
}

/// Compares two schemas and all their subschemas, but does not follow references out of them.
struct SchemaWalk {
    private static let claimed = valueKeywords.union([
        "properties", "additionalProperties", "unevaluatedProperties", "anyOf", "oneOf", "allOf", "items", "contains",
        "propertyNames", "unevaluatedItems", "additionalItems", "not", "patternProperties", "dependentSchemas",
        "prefixItems", "if", "then", "else", "$defs", "definitions",
    ])
    /// Keywords whose changes are not reported.
    private static let prose: Set = ["title", "description", "$comment"]
    private static let annotations: Set = prose.union([
        "default", "deprecated", "examples", "readOnly", "writeOnly", "contentEncoding", "contentMediaType",
        "contentSchema", "$anchor",
    ])

    let old: ServiceRevision
    let new: ServiceRevision
    /// Maps old model names to new ones.
    let renamedModels: [String: String]
    private(set) var changes: [Change] = []
    private(set) var edges: [SchemaPair] = []
    /// Definitions within the schema, which only references reach.
    private(set) var definitions: [SchemaPair] = []
    /// Whether a reference could not be resolved, so that the users of some schemas are unknown.
    private(set) var hasOpaqueReference = false
    private var pending: [(pair: SchemaPair, isSame: Bool)] = []
    private let prover = SubsumptionProver(openness: .any)

    init(old: ServiceRevision, new: ServiceRevision, renamedModels: [String: String]) {
        (self.old, self.new, self.renamedModels) = (old, new, renamedModels)
    }

    mutating func run(_ part: ValuePair, around pair: SchemaPair) {
        descend(part, around: pair)
        while let next = pending.popLast() {
            let mark = changes.count
            visit(next.pair, isSame: next.isSame)
            if !next.isSame { settle(next.pair, since: mark) }
        }
    }

    mutating func add(
        _ rule: ComparisonRule, _ message: String, _ variance: Variance, isMild: Bool = false, in pair: SchemaPair,
        _ part: ValuePair, expected: String? = nil, found: String? = nil, theme: ChangeTheme? = nil
    ) {
        let effect = Change.Effect.schema(pair.direction.applied(to: variance), isMild: isMild)
        changes.append(Change(rule, message, effect, part, expected: expected, found: found, theme: theme))
    }

    mutating func add(_ change: Change) { changes.append(change) }

    mutating func descend(_ part: ValuePair, around pair: SchemaPair, _ direction: Direction = .along) {
        let outer = SchemaPair(old: pair.old, new: pair.new, direction: pair.direction.then(direction))
        var subject: String { Subject.text(of: part.location ?? pair.new.location) }
        switch (SchemaShape(part.old), SchemaShape(part.new)) {
        case (.nothing, .nothing): break
        case (.anything, .anything): compareAnnotations(part)
        case (.some(let old), .some(let new)):
            // An unchanged schema is walked only for its references.
            let isSame = old.value == new.value
            if isSame, !old.value.hasReference { return }
            pending.append((SchemaPair(old: old, new: new, direction: outer.direction), isSame))
        case (.anything, .some):
            add(
                .constraintAdded, "\(subject) has a schema now, but had none", .narrowed, in: outer, part,
                expected: "anything")
        case (.some, .anything):
            add(.constraintRemoved, "\(subject) no longer has a schema", .widened, in: outer, part, found: "anything")
        case (_, .nothing): add(.schema, "\(subject) is no longer allowed", .narrowed, in: outer, part)
        case (.nothing, _): add(.schema, "\(subject) is allowed now", .widened, in: outer, part)
        }
    }

    private mutating func visit(_ pair: SchemaPair, isSame: Bool) {
        guard let pair = followed(pair) else { return }
        compareProperties(pair)
        compareOtherProperties(pair)
        compareCombinations(pair)
        compareSubschemas(pair)
        compareConditions(pair)
        for keyword in ["$defs", "definitions"] { compareDefinitions(pair[keyword]) }
        if ["$dynamicRef", "dependencies"].contains(where: { pair.new.value[$0] != nil }) { hasOpaqueReference = true }
        if isSame { return }
        compareRequired(pair)
        compareTypes(pair)
        compareChoices(pair)
        compareBounds(pair)
        compareAnnotations(pair.values)
        for (key, part) in pair.values.members
        where !part.isSame && !Self.claimed.contains(key) && !Self.isAnnotation(key) {
            add(.schema, "'\(key)' of \(pair.subject) changed", .changed, isMild: true, in: pair, part)
        }
    }

    private static let combinations: Set = ["$ref", "allOf", "anyOf", "oneOf"]

    /// Corrects the changes of single keywords by a proof about the schemas as a whole, in which they may cancel out.
    private mutating func settle(_ pair: SchemaPair, since mark: Int) {
        let variances = Set(changes[mark...].compactMap(\.variance)).subtracting([.same])
        guard !variances.isEmpty, let before = old.view(at: pair.old.location),
            let after = new.view(at: pair.new.location)
        else { return }
        let proven = Variance(from: before, to: after, by: prover)
        let variance = pair.direction.applied(to: proven)
        if variance == .changed || variances == [variance] { return }
        func combinations(_ schema: LocatedValue) -> Set<String> {
            Self.combinations.intersection(schema.value.objectValue?.keys ?? [])
        }
        // Keywords that moved into or out of a combination are not comparable one by one.
        let isRewritten = combinations(pair.old) != combinations(pair.new)
        let kept = changes[mark...].filter { change in
            guard let own = change.variance else { return true }
            // Undeclared members are allowed in an open object, but a service rarely sends them.
            let isDeclaration = [.propertyAdded, .propertyRemoved].contains(change.rule)
            return !isRewritten && (isDeclaration || own == .same || own == variance)
        }
        if kept.count == changes.count - mark { return }
        if changes.count - mark == 1, changes[mark].variance == .changed, !isRewritten {
            changes[mark].effect = .schema(variance, isMild: false)
            return
        }
        changes.replaceSubrange(mark..., with: kept)
        if kept.contains(where: { $0.variance == variance && variance != .same }) { return }
        let result =
            switch proven {
            case .same: "is written in a different way, but accepts the same values"
            case .widened, .changed: "accepts more values now"
            case .narrowed: "accepts fewer values now"
            }
        add(.schema, "\(pair.subject) \(result)", proven, in: pair, pair.values)
    }

    mutating func compareDefinitions(_ pair: ValuePair) {
        for (name, part) in pair.members {
            if let old = part.old, let new = part.new {
                definitions.append(SchemaPair(old: old, new: new, direction: .along))
            } else {
                let isNew = part.old == nil
                add(
                    Change(
                        isNew ? .definitionAdded : .definitionRemoved,
                        ChangeTheme("definition", "'\(name)'", is: isNew ? "new" : "gone"), .impact(.harmless), part))
            }
        }
    }

    fileprivate static func isAnnotation(_ keyword: String) -> Bool {
        annotations.contains(keyword) || keyword.hasPrefix("x-")
    }

    private mutating func compareAnnotations(_ pair: ValuePair) {
        guard let new = pair.new, pair.old != nil else { return }
        for (key, part) in pair.members where !part.isSame && Self.isAnnotation(key) && !Self.prose.contains(key) {
            let theme = ChangeTheme(
                "'\(key)' of \(ChangeTheme.slot) changed", Subject.text(of: new.location),
                plural: "'\(key)' changed of \(ChangeTheme.slot)")
            add(Change(.annotation, theme, key == "default" ? .fallback : .impact(.harmless), part))
        }
    }

    // MARK: - References

    /// Resolves `$ref` in both schemas. Returns the pair to compare keyword by keyword, if any.
    private mutating func followed(_ pair: SchemaPair) -> SchemaPair? {
        let texts = (old: pair.old.value["$ref"]?.stringValue, new: pair.new.value["$ref"]?.stringValue)
        let targets = (
            old: texts.old.map { old.target(of: $0, at: pair.old.location) },
            new: texts.new.map { new.target(of: $0, at: pair.new.location) }
        )
        switch (targets.old, targets.new) {
        case (nil, nil): return pair
        case (.found(let old)?, .found(let new)?): addEdge(old, new, pair)
        case (.opaque(let oldName)?, .opaque(let newName)?):
            hasOpaqueReference = true
            if let oldName, let newName {
                guard texts.old != texts.new || old.json(of: oldName) != new.json(of: newName) else { return pair }
                addReference("the target document of '$ref' of \(pair.subject) changed", pair)
            } else if texts.old != texts.new {
                addReference("'$ref' of \(pair.subject) has a different target", pair)
            }
        case (.opaque?, .found?), (.found?, .opaque?):
            hasOpaqueReference = true
            if texts.old != texts.new { addReference("'$ref' of \(pair.subject) has a different target", pair) }
        case (.opaque?, nil), (nil, .opaque?):
            hasOpaqueReference = true
            addReference("\(pair.subject) is a reference in one revision only", pair)
            return nil
        case (.found(let target)?, nil):
            return reduced(pair, target, pair.new, isOnlyReference: SchemaShape.isReferenceOnly(pair.old))
        case (nil, .found(let target)?):
            return reduced(pair, pair.old, target, isOnlyReference: SchemaShape.isReferenceOnly(pair.new))
        }
        return pair
    }

    private mutating func reduced(
        _ pair: SchemaPair, _ old: LocatedValue, _ new: LocatedValue, isOnlyReference: Bool
    ) -> SchemaPair? {
        guard isOnlyReference || renamed(old.location) == new.location else {
            addReference("\(pair.subject) is combined in a different way", pair)
            return nil
        }
        addEdge(old, new, pair)
        if isOnlyReference { return nil }
        let isOld = new.location == pair.new.location
        return SchemaPair(
            old: isOld ? pair.old : pair.old.at([], [:]), new: isOld ? pair.new.at([], [:]) : pair.new,
            direction: pair.direction)
    }

    private mutating func addEdge(_ old: LocatedValue, _ new: LocatedValue, _ pair: SchemaPair) {
        edges.append(SchemaPair(old: old, new: new, direction: pair.direction))
    }

    private mutating func addReference(_ message: String, _ pair: SchemaPair) {
        add(.schema, message, .changed, isMild: true, in: pair, pair.values)
    }

    private func renamed(_ location: Location) -> Location {
        var tokens = location.pointer.tokens
        guard location.document == Location.contract, tokens.count > 1, tokens[0] == "models",
            let name = renamedModels[tokens[1]]
        else { return location }
        tokens[1] = name
        return Location(document: location.document, pointer: JSONPointer(tokens: tokens))
    }
}

extension Change {
    fileprivate var variance: Variance? { if case .schema(let variance, _) = effect { variance } else { nil } }
}

extension JSON {
    /// Whether a schema seems to contain a reference. A property named like a keyword also counts.
    fileprivate var hasReference: Bool {
        descendants.contains { ["$ref", "$dynamicRef", "dependencies"].contains($0.name) }
    }
}

enum SchemaShape {
    /// Accepts every value: `true`, a missing schema, or one that has only annotations.
    case anything
    case nothing
    case some(LocatedValue)

    init(_ located: LocatedValue?) {
        switch located?.value {
        case nil, .bool(true)?: self = .anything
        case .bool(false)?: self = .nothing
        case .object(let members)? where members.keys.allSatisfy(SchemaWalk.isAnnotation): self = .anything
        default: self = located.map(Self.some) ?? .anything
        }
    }

    static func isReferenceOnly(_ located: LocatedValue) -> Bool {
        (located.value.objectValue ?? [:]).keys.allSatisfy { $0 == "$ref" || SchemaWalk.isAnnotation($0) }
    }
}
