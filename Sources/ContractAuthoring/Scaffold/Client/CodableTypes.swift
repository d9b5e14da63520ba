import ContractFormat
import JSONSchema

/// The Swift types of a contract's schemas: structures and enumerations with synthesized `Codable` conformance, each
/// declared once.
///
/// Alternatives become enumerations with payloads and generated decoding. Unconstrained values are `JSONValue`.
final class CodableTypes {
    struct Use {
        let name: String
        var isOptional = false

        var text: String { isOptional ? name + "?" : name }
    }

    struct Member {
        let key: String
        /// The name in Swift, not escaped.
        let name: String
        let use: Use
        /// The expression of a value that never varies.
        var constant: String?
        /// Whether nil is sent as null instead of omitted.
        var sendsNull = false
    }

    enum Kind {
        case structure([Member])
        case enumeration([(name: String, value: String)])
        case choice([(name: String, type: String)])
        case tagged(member: String, [(name: String, type: String, tag: String)])
    }

    struct Declaration {
        let name: String
        let summary: String?
        var kind: Kind
    }

    static let anything = "JSONValue"
    private static let maximumCases = 24
    private static let maximumDeclarations = 3_000

    private(set) var declarations: [Declaration] = []
    var variants: [SchemaView: [String: String]] = [:]
    private(set) var gaps: [String] = []
    private var names = DistinctNames(["JSONValue", "Wire", "WireText"])
    private var known: [SchemaView: String] = [:]
    /// Schemas whose types are in progress.
    private var open: Set<SchemaView> = []
    /// The names by which schemas in progress refer to themselves.
    private var promised: [SchemaView: String] = [:]

    // MARK: - Types

    func use(of schemas: [SchemaView], named name: String) -> Use {
        let cores = schemas.map { Self.core(of: $0, name) }
        return Use(
            name: type(of: cores.map(\.view), named: cores.count == 1 ? cores[0].name : name),
            isOptional: SchemaFacts(schemas).isNullable)
    }

    func take(_ name: String) -> String {
        names.take(SwiftName.free(Naming.short(Naming.upperCamel(name))))
    }

    func declaration(_ name: String) -> Declaration? { declarations.first { $0.name == name } }

    /// Returns the schema and name behind references and wrappers that add nothing.
    private static func core(of view: SchemaView, _ name: String) -> (view: SchemaView, name: String) {
        var (view, name) = (view, name)
        var seen: Set<SchemaView> = []
        while seen.insert(view).inserted, let next = view.simplified {
            if view.json["$ref"] != nil { name = Self.name(of: next) ?? name }
            view = next
        }
        return (view, name)
    }

    private static func name(of view: SchemaView) -> String? {
        let tokens = view.pointer.tokens
        return tokens.count > 1 && ["models", "$defs"].contains(tokens[0]) ? tokens[1] : nil
    }

    private func type(of views: [SchemaView], named name: String) -> String {
        guard views.count == 1 else { return make(views, name) }
        if let known = known[views[0]] { return known }
        guard open.insert(views[0]).inserted else { return promise(views[0], name) }
        defer { open.remove(views[0]) }
        var type = make(views, name)
        if let promised = promised[views[0]], declaration(promised) == nil {
            // An array or a map of itself has no name, so an enumeration wraps it.
            let content = type == promised ? Self.anything : type
            declare(promised, views, .choice([(Self.label(of: content), content)]))
            type = promised
        }
        known[views[0]] = type
        return type
    }

    /// Returns the future name of a schema in progress, for references within it.
    private func promise(_ view: SchemaView, _ name: String) -> String {
        if let name = promised[view] { return name }
        let name = take(name)
        promised[view] = name
        return name
    }

    /// - Parameter settled: The first alternative of each group from which one was chosen.
    private func make(_ views: [SchemaView], _ name: String, settled: Set<SchemaView> = []) -> String {
        let facts = SchemaFacts(views)
        guard declarations.count < Self.maximumDeclarations, !facts.isUnknown, !facts.isImpossible else {
            return Self.anything
        }
        if let texts = facts.choices?.compactMap(\.stringValue), !texts.isEmpty, texts.count == facts.choices?.count {
            return enumeration(texts, views, name)
        }
        let types = facts.plainTypes
        if let types, types.count == 1, let scalar = Self.scalar(types[0]) { return scalar }
        let groups = (facts.anyOf + facts.oneOf).filter { group in
            !settled.contains(group[0]) && !group.allSatisfy(Self.isCondition)
        }
        if let group = groups.first {
            return choice(of: group, beside: views, facts, name, settled.union([group[0]]))
        }
        if let types, types.count > 1 {
            let parts = types.map { type in
                Self.scalar(type) ?? (type == .array ? list(facts, name) : object(facts, views, name))
            }
            return choice(parts, views, name)
        }
        if types == [.array] || types == nil && !facts.arrays.isEmpty && facts.properties.isEmpty {
            return list(facts, name)
        }
        if types == [.object] || types == nil && !facts.objects.isEmpty { return object(facts, views, name) }
        return Self.anything
    }

    /// Whether a schema only states which members occur together.
    private static func isCondition(_ view: SchemaView) -> Bool {
        let facts = SchemaFacts([view])
        return !view.isNull && facts.properties.isEmpty && facts.enumeration == nil && !facts.hasCombinations
            && (facts.plainTypes ?? [.object]) == [.object] && !facts.required.isEmpty
    }

    private static func scalar(_ type: SchemaFacts.PlainType) -> String? {
        [.string: "String", .integer: "Int", .number: "Double", .boolean: "Bool"][type]
    }

    // MARK: - Arrays and objects

    private func list(_ facts: SchemaFacts, _ name: String) -> String {
        guard facts.prefixItems.isEmpty, !facts.items.isEmpty else { return "[\(Self.anything)?]" }
        return "[\(use(of: facts.items, named: Naming.singular(name)).text)]"
    }

    private func object(_ facts: SchemaFacts, _ views: [SchemaView], _ name: String) -> String {
        var properties = facts.properties.filter { property in !property.schemas.contains { $0.json == false } }
        // A structure without members would accept anything.
        if properties.isEmpty {
            if !facts.patternProperties.isEmpty { return "[String: \(Self.anything)?]" }
            let values = (facts.additional ?? []).filter { $0.json.objectValue?.isEmpty == false }
            return
                "[String: \(values.isEmpty ? Self.anything + "?" : use(of: values, named: Naming.singular(name)).text)]"
        }
        // A required member without a schema holds anything.
        for key in facts.required where !facts.declaredNames.contains(key) { properties.append((key, [])) }
        let type = declared(views, name)
        let index = declarations.count
        declare(type, views, .structure([]))
        let names = PropertyNames.names(of: properties.map(\.key))
        let members = zip(properties, names).map { property, member in
            let use = use(of: property.schemas, named: "\(type) \(property.key)")
            return Member(
                key: property.key, name: member,
                use: Use(name: use.name, isOptional: use.isOptional || !facts.requires(property.key)))
        }
        for member in members where MemberName.folded(member.name) != MemberName.folded(member.key) {
            gaps.append(
                "'\(member.key)' of \(type) is not a valid Swift name; the property is '\(member.name)': map it by hand"
            )
        }
        declarations[index].kind = .structure(members)
        return type
    }

    private func declared(_ views: [SchemaView], _ name: String) -> String {
        guard views.count == 1 else { return take(name) }
        let type = promised[views[0]] ?? take(name)
        known[views[0]] = type
        return type
    }

    private func declare(_ name: String, _ views: [SchemaView], _ kind: Kind) {
        declarations.append(Declaration(name: name, summary: Self.summary(of: views), kind: kind))
    }

    private static func summary(of views: [SchemaView]) -> String? {
        views.lazy.compactMap { $0.json["description"]?.stringValue ?? $0.json["title"]?.stringValue }.first
            .map { String($0.prefix { !$0.isNewline }) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: - Enumerations

    private func enumeration(_ texts: [String], _ views: [SchemaView], _ name: String) -> String {
        let type = declared(views, name)
        let texts = texts.distinct
        let cases = zip(SwiftName.cases(of: texts), texts).map { (name: $0, value: $1) }
        declare(type, views, .enumeration(cases))
        return type
    }

    private func choice(
        of group: [SchemaView], beside views: [SchemaView], _ facts: SchemaFacts, _ name: String,
        _ settled: Set<SchemaView>
    ) -> String {
        let branches = group.filter { !$0.isNull }
        let isAlone = facts.properties.isEmpty && facts.anyOf.count + facts.oneOf.count == settled.count
        if isAlone, let tagged = TaggedChoice(group) { return choice(tagged, views, name) }
        guard branches.count <= Self.maximumCases else { return Self.anything }
        // The parts come first and leave the name to the choice itself.
        let parts = branches.enumerated().map { index, branch -> (type: String, needs: Int) in
            let core = Self.core(of: branch, "\(name) \(Self.title(of: branch) ?? "option\(index + 1)")")
            let type =
                isAlone
                ? type(of: [core.view], named: core.name)
                : make(views + [branch], "\(name) \(core.name)", settled: settled)
            return (type, SchemaFacts(views + [branch]).required.count)
        }
        // Types that require more members are more precise and come first.
        return choice(parts.sorted { $0.needs > $1.needs }.map(\.type), views, name)
    }

    private func choice(_ choice: TaggedChoice, _ views: [SchemaView], _ name: String) -> String {
        let type = declared(views, name)
        let tags = choice.branches.flatMap(\.tags)
        var names = Dictionary(zip(tags, SwiftName.cases(of: tags))) { first, _ in first }
        for (tag, name) in views.compactMap({ variants[$0] }).first ?? [:] { names[tag] = name }
        let cases = choice.branches.flatMap { branch -> [(name: String, type: String, tag: String)] in
            let (payload, inner) = Self.core(of: branch.payload, Self.payloadName(of: branch, type))
            let use = self.type(of: [payload], named: inner)
            return branch.tags.map { (names[$0] ?? $0, use, $0) }
        }
        declare(type, views, .tagged(member: choice.member, cases))
        return type
    }

    private static func payloadName(of branch: TaggedChoice.Branch, _ type: String) -> String {
        let tokens = branch.payload.pointer.tokens
        let isWhole = tokens.count == (tokens.first == "models" ? 3 : 2)
        return isWhole ? Self.name(of: branch.payload) ?? type : "\(type) \(branch.tags[0])"
    }

    private static func title(of view: SchemaView) -> String? { view.json["title"]?.stringValue }

    private func choice(_ types: [String], _ views: [SchemaView], _ name: String) -> String {
        var types = types.distinct
        if types.contains("String") {
            types.removeAll { if case .enumeration? = declaration($0)?.kind { true } else { false } }
        }
        if types.contains(Self.anything) { return Self.anything }
        if types.count == 1 { return types[0] }
        let ranks = ["Bool": 0, "Int": 1, "Double": 2, "String": 4]
        types.sort { ranks[$0, default: 3] < ranks[$1, default: 3] }
        let type = declared(views, name)
        var names = DistinctNames()
        let cases = types.map { (name: names.take(Self.label(of: $0)), type: $0) }
        declare(type, views, .choice(cases))
        return type
    }

    private static func label(of type: String) -> String {
        if type.hasPrefix("[String: ") { return "map" }
        if type.hasPrefix("[") { return "list" }
        return Naming.lowerCamel(type)
    }
}

enum PropertyNames {
    static func names(of keys: [String]) -> [String] {
        let alike = Dictionary(grouping: keys, by: MemberName.folded)
        func keepsSpelling(_ key: String) -> Bool {
            // Members that differ only in spelling keep their spelling.
            alike[MemberName.folded(key)]?.count ?? 0 > 1 && SwiftName.isIdentifier(key)
        }
        var names = DistinctNames(keys.filter(keepsSpelling))
        return keys.map { key in
            if keepsSpelling(key) { return key }
            return names.take(SwiftName.usable(Naming.lowerCamel(key, beforeDigits: "_")))
        }
    }
}
