import JSONSchema

/// Two schemas, or two parts of schemas, that stand for each other; their keywords are compared.
struct SchemaPair: Sendable {
    let old: Spot
    let new: Spot
    /// The effect of a change here on the whole schema.
    let direction: Direction

    subscript(keyword: String) -> Pair { Pair(old: old[keyword], new: new[keyword]) }

    var subject: String { Subject.text(of: new.location) }
}

/// Definitions that a reference leads to, in both revisions.
struct SchemaEdge: Sendable {
    let old: Spot
    let new: Spot
    let direction: Direction
}

/// A rule over some keywords of a schema.
protocol SchemaRule: SendableMetatype {
    /// The keywords whose every change it tells. What no rule claims is told as `compare.schema`.
    static func claims(_ keyword: String) -> Bool
    /// Tells what changed, and hands on the subschemas.
    static func compare(_ pair: SchemaPair, _ walk: inout SchemaWalk)
}

/// Compares two schemas with everything in them, up to the references that lead out of them.
struct SchemaWalk {
    /// The rules that hand on subschemas.
    private static let outer: [any SchemaRule.Type] = [
        PropertyRule.self, AdditionalPropertiesRule.self, AlternativeRule.self, SubschemaRule.self, ConditionRule.self,
        DefinitionRule.self,
    ]
    /// The rules over what is no subschema.
    private static let plain: [any SchemaRule.Type] = [
        RequiredRule.self, TypeRule.self, EnumRule.self, BoundRule.self, PatternRule.self, AnnotationRule.self,
    ]

    let old: ServiceSide
    let new: ServiceSide
    /// New names of models by their old ones.
    let renamedModels: [String: String]
    private(set) var changes: [Change] = []
    private(set) var edges: [SchemaEdge] = []
    /// Definitions within the schema: only references lead to them.
    private(set) var definitions: [SchemaEdge] = []
    /// Indicates whether a reference could not be followed, so that what is used by whom is not known.
    private(set) var hasOpaqueReference = false
    private var pending: [(pair: SchemaPair, isSame: Bool)] = []

    init(old: ServiceSide, new: ServiceSide, renamedModels: [String: String]) {
        self.old = old
        self.new = new
        self.renamedModels = renamedModels
    }

    /// Compares two schemas, either of which may be missing in what stands around them.
    mutating func run(_ part: Pair, around pair: SchemaPair) {
        descend(part, around: pair)
        while let next = pending.popLast() { visit(next.pair, isSame: next.isSame) }
    }

    /// Tells a change of what the schema around it accepts.
    mutating func add(
        _ rule: ComparisonRule, _ message: String, _ variance: Variance, isMild: Bool = false, in pair: SchemaPair,
        old: Spot?, new: Spot?, expected: String? = nil, found: String? = nil, theme: ChangeTheme? = nil
    ) {
        let effect = Change.Effect.schema(pair.direction.applied(to: variance), isMild: isMild)
        changes.append(
            Change(rule, message, effect, old: old, new: new, expected: expected, found: found, theme: theme))
    }

    mutating func add(_ change: Change) { changes.append(change) }

    mutating func addDefinition(old: Spot, new: Spot) {
        definitions.append(SchemaEdge(old: old, new: new, direction: .along))
    }

    /// Compares the schemas of a keyword, either of which may be missing.
    mutating func descend(_ part: Pair, around pair: SchemaPair, _ direction: Direction = .along) {
        let outer = SchemaPair(old: pair.old, new: pair.new, direction: pair.direction.then(direction))
        var subject: String { Subject.text(of: part.new?.location ?? part.old?.location ?? pair.new.location) }
        switch (SchemaShape(part.old), SchemaShape(part.new)) {
        case (.nothing, .nothing): break
        case (.anything, .anything):
            guard let old = part.old, let new = part.new else { return }
            AnnotationRule.compare(SchemaPair(old: old, new: new, direction: .along), &self)
        case (.some(let old), .some(let new)):
            // An unchanged schema is walked only for its references.
            let isSame = old.value == new.value
            if isSame, !old.value.hasReference { return }
            pending.append((SchemaPair(old: old, new: new, direction: outer.direction), isSame))
        case (.anything, .some):
            add(
                .constraintAdded, "\(subject) has a schema now, and had none", .narrowed, in: outer, old: part.old,
                new: part.new, expected: "anything")
        case (.some, .anything):
            add(
                .constraintRemoved, "\(subject) has no schema any more", .widened, in: outer, old: part.old,
                new: part.new, found: "anything")
        case (.anything, .nothing), (.some, .nothing):
            add(
                .schema, "\(subject) must not be there any more", .narrowed, in: outer, old: part.old, new: part.new)
        case (.nothing, .anything), (.nothing, .some):
            add(.schema, "\(subject) may be there now", .widened, in: outer, old: part.old, new: part.new)
        }
    }

    private mutating func visit(_ pair: SchemaPair, isSame: Bool) {
        guard let pair = followed(pair) else { return }
        for rule in Self.outer { rule.compare(pair, &self) }
        if ["$dynamicRef", "dependencies"].contains(where: { pair.new.value[$0] != nil }) { hasOpaqueReference = true }
        if isSame { return }
        for rule in Self.plain { rule.compare(pair, &self) }
        let rest = Pair(old: pair.old, new: pair.new).members.filter { key, part in
            key != "$ref" && !part.isSame && !(Self.outer + Self.plain).contains { $0.claims(key) }
        }
        for (key, part) in rest {
            add(
                .schema, "'\(key)' of \(pair.subject) changed", .changed, isMild: true, in: pair, old: part.old,
                new: part.new)
        }
    }

    // MARK: - References

    /// Takes the references off two schemas: what is left to compare keyword by keyword, if anything.
    private mutating func followed(_ pair: SchemaPair) -> SchemaPair? {
        switch (pair.old.value["$ref"]?.stringValue, pair.new.value["$ref"]?.stringValue) {
        case (nil, nil): return pair
        case (let oldText?, let newText?):
            follow(oldText, newText, pair)
            return pair
        case (let text?, nil):
            guard case .found(let target) = old.target(of: text, at: pair.old.location) else { return opaque(pair) }
            if SchemaShape.isReferenceOnly(pair.old) { return edge(target, pair.new, pair) }
            guard renamed(target.location) == pair.new.location else { return reshaped(pair) }
            _ = edge(target, pair.new, pair)
            return SchemaPair(old: pair.old, new: pair.new.emptied, direction: pair.direction)
        case (nil, let text?):
            guard case .found(let target) = new.target(of: text, at: pair.new.location) else { return opaque(pair) }
            if SchemaShape.isReferenceOnly(pair.new) { return edge(pair.old, target, pair) }
            guard renamed(pair.old.location) == target.location else { return reshaped(pair) }
            _ = edge(pair.old, target, pair)
            return SchemaPair(old: pair.old.emptied, new: pair.new, direction: pair.direction)
        }
    }

    private mutating func follow(_ oldText: String, _ newText: String, _ pair: SchemaPair) {
        let oldTarget = old.target(of: oldText, at: pair.old.location)
        let newTarget = new.target(of: newText, at: pair.new.location)
        switch (oldTarget, newTarget) {
        case (.found(let old), .found(let new)): _ = edge(old, new, pair)
        case (.opaque(let oldName?), .opaque(let newName?)):
            hasOpaqueReference = true
            guard oldText != newText || old.json(of: oldName) != new.json(of: newName) else { return }
            addReference("the document behind '$ref' of \(pair.subject) changed", pair)
        case (.opaque, .opaque), (.opaque, .found), (.found, .opaque):
            hasOpaqueReference = true
            if oldText != newText { addReference("'$ref' of \(pair.subject) leads elsewhere", pair) }
        }
    }

    private mutating func edge(_ old: Spot, _ new: Spot, _ pair: SchemaPair) -> SchemaPair? {
        edges.append(SchemaEdge(old: old, new: new, direction: pair.direction))
        return nil
    }

    private mutating func opaque(_ pair: SchemaPair) -> SchemaPair? {
        hasOpaqueReference = true
        addReference("\(pair.subject) is a reference in one revision only", pair)
        return nil
    }

    private mutating func reshaped(_ pair: SchemaPair) -> SchemaPair? {
        addReference("\(pair.subject) is put together in another way", pair)
        return nil
    }

    private mutating func addReference(_ message: String, _ pair: SchemaPair) {
        add(.schema, message, .changed, isMild: true, in: pair, old: pair.old, new: pair.new)
    }

    /// The place in the new revision.
    private func renamed(_ location: Location) -> Location {
        var tokens = location.pointer.tokens
        guard location.document == Location.contract, tokens.count > 1, tokens[0] == "models",
            let name = renamedModels[tokens[1]]
        else { return location }
        tokens[1] = name
        return Location(document: location.document, pointer: JSONPointer(tokens: tokens))
    }
}

extension JSON {
    /// Indicates whether a schema refers to another one, as far as can be seen without telling keywords from names.
    fileprivate var hasReference: Bool {
        switch self {
        case .null, .bool, .number, .string: false
        case .array(let elements): elements.contains(where: \.hasReference)
        case .object(let members):
            members.contains { ["$ref", "$dynamicRef", "dependencies"].contains($0.key) || $0.value.hasReference }
        }
    }
}

/// The kind of a schema before its keywords are compared.
enum SchemaShape {
    /// It accepts everything: `true`, one without a keyword that decides, or none at all.
    case anything
    /// It accepts nothing: `false`.
    case nothing
    case some(Spot)

    init(_ spot: Spot?) {
        guard let spot else {
            self = .anything
            return
        }
        switch spot.value {
        case .bool(let accepts): self = accepts ? .anything : .nothing
        case .object(let members) where members.keys.allSatisfy(AnnotationRule.claims): self = .anything
        case .object, .null, .number, .string, .array: self = .some(spot)
        }
    }

    /// Returns whether a schema is a `$ref` with nothing beside it that decides.
    static func isReferenceOnly(_ spot: Spot) -> Bool {
        (spot.value.objectValue ?? [:]).keys.allSatisfy { $0 == "$ref" || AnnotationRule.claims($0) }
    }
}
