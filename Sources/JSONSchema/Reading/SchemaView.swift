/// A schema at its place in a document.
package struct SchemaView: Sendable {
    package let document: SchemaDocument
    package let pointer: JSONPointer
    package let json: JSON

    package init(document: SchemaDocument, pointer: JSONPointer, json: JSON) {
        self.document = document
        self.pointer = pointer
        self.json = json
    }

    /// A schema that stands in no document; references in it lead into this one.
    package static func assumed(_ json: JSON, in document: SchemaDocument) -> SchemaView {
        SchemaView(document: document, pointer: JSONPointer(tokens: [assumption, json.text()]), json: json)
    }

    /// No document has such a key at its top.
    private static let assumption = "\u{0}"

    /// Indicates whether it stands in no document.
    package var isAssumed: Bool { pointer.tokens.first == Self.assumption }

    /// Indicates whether references in it are relative to a URI of its own.
    package var startsResource: Bool { json["$id"] != nil && !pointer.tokens.isEmpty }

    // MARK: - Schemas in it

    package func child(_ keyword: String) -> SchemaView? { json[keyword].map { inner($0, keyword) } }

    /// The schema of a name under a keyword such as `properties`.
    package func member(_ keyword: String, _ name: String) -> SchemaView? {
        json[keyword]?[name].map { inner($0, keyword, name) }
    }

    /// The schemas of a keyword that lists them, such as `allOf`.
    package func children(_ keyword: String) -> [SchemaView] {
        guard case .array(let schemas)? = json[keyword] else { return [] }
        return schemas.enumerated().map { inner($1, keyword, String($0)) }
    }

    /// The schemas of a keyword that names them, such as `properties`.
    package func members(_ keyword: String) -> [(name: String, view: SchemaView)] {
        guard case .object(let schemas)? = json[keyword] else { return [] }
        return schemas.map { ($0, inner($1, keyword, $0)) }
    }

    private func inner(_ json: JSON, _ tokens: String...) -> SchemaView {
        SchemaView(document: document, pointer: JSONPointer(tokens: pointer.tokens + tokens), json: json)
    }

    // MARK: - References

    /// The target of its `$ref`; `nil` where it has none, or it leads nowhere.
    package var target: SchemaView? { json["$ref"]?.stringValue.flatMap(document.target) }

    /// The schema at the end of a chain of references; a cycle ends where it began.
    package var resolved: SchemaView {
        var view = self
        var seen: Set<SchemaView> = [self]
        while let next = view.target, seen.insert(next).inserted { view = next }
        return view
    }

    /// The schemas that all have to hold where this one does: itself, what it refers to, and its `allOf`, each once.
    package var conjuncts: [SchemaView] { [self].reached { $0.children("allOf") } }

    /// Every schema that says what some values here are like: those that have to hold, and those of alternatives.
    package var affirmed: [SchemaView] {
        [self].reached { view in
            ["allOf", "anyOf", "oneOf"].flatMap(view.children) + ["then", "else"].compactMap(view.child)
        }
    }

    // MARK: - Values

    /// The compiled schema; `nil` where it does not compile.
    package var schema: Schema? { document.schema(at: pointer) }

    /// Indicates whether values of it are secrets, as far as any schema that describes them says.
    package var isSecret: Bool { affirmed.contains { $0.json["format"] == "password" } }

    /// Indicates whether it says that it accepts nothing but null.
    package var isNull: Bool {
        conjuncts.contains {
            $0.json["type"] == "null" || $0.json["const"]?.isNull ?? false || $0.json["enum"] == [.null]
        }
    }

    package var listedValues: [JSON] { (json["enum"]?.arrayValue ?? []) + [json["const"]].compactMap(\.self) }

    /// Indicates whether it accepts null.
    package var allowsNull: Bool {
        // Each schema that is referred to is decided once.
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

    /// The deepest schema on the way to a place of an instance that the document spells out.
    ///
    /// A reference is followed only to go on: where the way ends at one, it is the schema that refers.
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
        if let index = Int(token), let element = element(index) { return element }
        for part in children("allOf") { if let found = part.resolved.step(token) { return found } }
        return nil
    }

    package func element(_ index: Int) -> SchemaView? {
        json["prefixItems"]?[index].map { inner($0, "prefixItems", String(index)) } ?? child("items")
    }

    /// The schemas of a member of an object: those that speak of its name, else the one of all others.
    package func member(_ name: String, _ check: KeywordCheck) -> [SchemaView] {
        let patterns = json["patternProperties"]?.objectValue?.keys.filter { check.isFound($0, in: name) } ?? []
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
    /// Every schema that speaks of the value that these speak of, whether it holds, may hold or must not hold.
    package var applying: [SchemaView] {
        reached { view in
            ["allOf", "anyOf", "oneOf"].flatMap(view.children)
                + ["if", "then", "else", "not"].compactMap(view.child) + view.members("dependentSchemas").map(\.view)
        }
    }

    package func member(_ name: String, _ check: KeywordCheck) -> [SchemaView] { flatMap { $0.member(name, check) } }

    package func element(_ index: Int) -> [SchemaView] {
        compactMap { $0.element(index) } + compactMap { $0.child("contains") }
    }

    /// These, what they refer to, and what a choice of their keywords leads to, each once, the outer before the inner.
    fileprivate func reached(_ inner: (SchemaView) -> [SchemaView]) -> [SchemaView] {
        func following(_ view: SchemaView) -> [SchemaView] { (view.target.map { [$0] } ?? []) + inner(view) }
        // Most schemas lead nowhere.
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
