/// A schema and its location in a document.
package struct SchemaView: Sendable {
    package let document: SchemaDocument
    package let pointer: JSONPointer
    package let json: JSON

    package init(document: SchemaDocument, pointer: JSONPointer, json: JSON) {
        self.document = document
        self.pointer = pointer
        self.json = json
    }

    /// Returns a schema that is not part of a document. Its references resolve in `document`.
    package static func assumed(_ json: JSON, in document: SchemaDocument) -> SchemaView {
        SchemaView(document: document, pointer: JSONPointer(tokens: [assumption, json.text()]), json: json)
    }

    private static let assumption = "\u{0}"

    package var isAssumed: Bool { pointer.tokens.first == Self.assumption }

    /// Whether the schema's references are relative to its own `$id`.
    package var startsResource: Bool { json["$id"] != nil && !pointer.tokens.isEmpty }

    // MARK: - Schemas in it

    package func child(_ keyword: String) -> SchemaView? { json[keyword].map { inner($0, keyword) } }

    package func member(_ keyword: String, _ name: String) -> SchemaView? {
        json[keyword]?[name].map { inner($0, keyword, name) }
    }

    /// Returns the schemas in a keyword such as `allOf`.
    package func children(_ keyword: String) -> [SchemaView] {
        guard case .array(let schemas)? = json[keyword] else { return [] }
        return schemas.enumerated().map { inner($1, keyword, String($0)) }
    }

    package func members(_ keyword: String) -> [(name: String, view: SchemaView)] {
        guard case .object(let schemas)? = json[keyword] else { return [] }
        return schemas.map { ($0, inner($1, keyword, $0)) }
    }

    private func inner(_ json: JSON, _ tokens: String...) -> SchemaView {
        SchemaView(document: document, pointer: JSONPointer(tokens: pointer.tokens + tokens), json: json)
    }

    // MARK: - References

    package var target: SchemaView? { json["$ref"]?.stringValue.flatMap(document.target) }

    /// The schema at the end of a chain of references. A cycle ends at its start.
    package var resolved: SchemaView {
        var view = self
        var seen: Set<SchemaView> = [self]
        while let next = view.target, seen.insert(next).inserted { view = next }
        return view
    }

    /// The distinct schemas that must all hold: this one, its references, and its `allOf`.
    package var conjuncts: [SchemaView] { [self].reached { $0.children("allOf") } }

    /// All schemas that describe some accepted values: the required ones and the alternatives.
    package var describingSchemas: [SchemaView] {
        [self].reached { view in
            ["allOf", "anyOf", "oneOf"].flatMap(view.children) + ["then", "else"].compactMap(view.child)
        }
    }

    /// The distinct schemas that apply to every value except null: the required ones, and the only alternative to null.
    package var schemasOfNonNullValues: [SchemaView] {
        [self].reached { view in
            let alternatives = ["anyOf", "oneOf"].map { view.children($0).filter { !$0.isNull } }
            return view.children("allOf") + alternatives.filter { $0.count == 1 }.joined()
        }
    }

    // MARK: - Values

    package var schema: Schema? { document.schema(at: pointer) }

    /// Whether any schema that describes its values marks them as secret.
    package var isSecret: Bool { describingSchemas.contains { $0.json["format"] == "password" } }

    package var isNull: Bool {
        conjuncts.contains {
            $0.json["type"] == "null" || $0.json["const"]?.isNull ?? false || $0.json["enum"] == [.null]
        }
    }

    package var listedValues: [JSON] { (json["enum"]?.arrayValue ?? []) + [json["const"]].compactMap(\.self) }

    package var allowsNull: Bool {
        var known: [SchemaView: Bool] = [:]
        return allowsNull(&known)
    }

    private func allowsNull(_ known: inout [SchemaView: Bool]) -> Bool {
        if let verdict = json.boolValue { return verdict }
        guard json.objectValue != nil else { return true }
        if let type = json["type"], !TypeSet(keyword: type).contains(.null) { return false }
        if let values = json["enum"]?.arrayValue, !values.contains(.null) { return false }
        if let constant = json["const"], !constant.isNull { return false }
        if let target {
            if known[target] == nil {
                // A schema that applies itself to the same value adds no constraint.
                known[target] = true
                known[target] = target.allowsNull(&known)
            }
            if known[target] == false { return false }
        }
        for part in children("allOf") where !part.allowsNull(&known) { return false }
        if json["anyOf"] != nil, !children("anyOf").contains(where: { $0.allowsNull(&known) }) { return false }
        if json["oneOf"] != nil, children("oneOf").count(where: { $0.allowsNull(&known) }) != 1 { return false }
        if let excluded = child("not"), excluded.allowsNull(&known) { return false }
        if let test = child("if"), let next = child(test.allowsNull(&known) ? "then" : "else") {
            return next.allowsNull(&known)
        }
        return true
    }

    // MARK: - Places of an instance

    /// Returns the deepest schema on the path to an instance location that this document contains. If the path ends at
    /// a reference, returns the referring schema.
    package func deepest(towards place: JSONPointer) -> SchemaView {
        var view = self
        for token in place.tokens {
            guard let next = view.resolved.step(token), next.document === document else { return view }
            view = next
        }
        return view
    }

    private func step(_ token: String) -> SchemaView? {
        if let property = member("properties", token) { return property }
        if let index = JSONPointer.index(token), let element = element(index) { return element }
        for part in children("allOf") { if let found = part.resolved.step(token) { return found } }
        return nil
    }

    package func element(_ index: Int) -> SchemaView? {
        json["prefixItems"]?[index].map { inner($0, "prefixItems", String(index)) } ?? child("items")
    }

    /// Returns the schemas that target a member by name or pattern, or else the one for additional members.
    package func member(_ name: String) -> [SchemaView] {
        let patterns = json["patternProperties"]?.objectValue?.keys.filter { KeywordCheck.isFound($0, in: name) } ?? []
        let named =
            [member("properties", name)].compactMap(\.self) + patterns.compactMap { member("patternProperties", $0) }
        return named.isEmpty ? [child("additionalProperties")].compactMap(\.self) : named
    }
}

extension SchemaView: Hashable {
    package static func == (left: SchemaView, right: SchemaView) -> Bool {
        left.document === right.document && left.pointer == right.pointer
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(document))
        hasher.combine(pointer)
    }
}

extension [SchemaView] {
    /// All schemas that apply to the same value, including conditional and negated ones.
    package var applicableSchemas: [SchemaView] {
        reached { view in
            ["allOf", "anyOf", "oneOf"].flatMap(view.children)
                + ["if", "then", "else", "not"].compactMap(view.child) + view.members("dependentSchemas").map(\.view)
        }
    }

    package func member(_ name: String) -> [SchemaView] { flatMap { $0.member(name) } }

    /// The names that `properties` describes.
    package var propertyNames: [String] { flatMap { $0.members("properties").map(\.name) } }

    package var requiredNames: [String] { flatMap { $0.json["required"]?.arrayValue ?? [] }.compactMap(\.stringValue) }

    /// Whether the schemas describe every value of an object but name none.
    package var describeDictionary: Bool {
        propertyNames.isEmpty
            && contains { view in
                view.json["patternProperties"] != nil || view.json["additionalProperties"].map { $0 != false } ?? false
            }
    }

    package func element(_ index: Int) -> [SchemaView] {
        compactMap { $0.element(index) } + compactMap { $0.child("contains") }
    }

    /// Visits a value and all nested values, each with the schemas that apply to it.
    package func visit(
        _ value: JSON, _ visitor: (JSON, [SchemaView]) -> Void
    ) {
        let applicable = applicableSchemas
        visitor(value, applicable)
        switch value {
        case .null, .bool, .number, .string: break
        case .array(let elements):
            for (index, element) in elements.enumerated() { applicable.element(index).visit(element, visitor) }
        case .object(let members):
            for (name, member) in members { applicable.member(name).visit(member, visitor) }
        }
    }

    /// Returns the distinct schemas reachable through references and `inner`, outermost first.
    fileprivate func reached(_ inner: (SchemaView) -> [SchemaView]) -> [SchemaView] {
        func following(_ view: SchemaView) -> [SchemaView] { (view.target.map { [$0] } ?? []) + inner(view) }
        if count == 1, following(self[0]).isEmpty { return self }
        var found: [SchemaView] = []
        var seen: Set<SchemaView> = []
        var waiting = Array(reversed())
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            found.append(next)
            waiting += following(next).reversed()
        }
        return found
    }
}
