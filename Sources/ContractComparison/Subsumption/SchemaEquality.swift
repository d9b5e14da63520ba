import JSONSchema

/// Compares two schemas keyword by keyword and follows references on both sides.
///
/// This proves a contract equal to the document of its import. A pair that recurs within itself is assumed equal.
final class SchemaEquality {
    private struct Pair: Hashable {
        let left: SchemaView
        let right: SchemaView
    }

    private var known: [Pair: Bool] = [:]
    /// Pairs that are equal if the outermost pair is.
    private var assumed: Set<Pair> = []
    private var depth = 0

    private static let deepest = 100

    private static let annotations: Set<String> = [
        "title", "description", "summary", "default", "example", "examples", "deprecated", "readOnly", "writeOnly",
        "externalDocs", "xml", "discriminator", "contentMediaType", "contentEncoding", "$comment", "$defs", "$schema",
        "$anchor",
    ]
    /// Keywords with a meaning that depends on their location.
    private static let placed: Set<String> = ["$id", "$dynamicRef", "$dynamicAnchor", "$recursiveRef"]

    /// Whether both schemas are plainly equal. Returns `false` in doubt.
    func areEqual(_ left: SchemaView, _ right: SchemaView) -> Bool {
        if left == right { return true }
        let pair = Pair(left: left, right: right)
        if let verdict = known[pair] { return verdict }
        // Only references make a pair recur within itself.
        let isKept = depth == 0 || left.json["$ref"] != nil || right.json["$ref"] != nil
        if isKept, !assumed.insert(pair).inserted { return true }
        depth += 1
        let isSame = depth < Self.deepest && haveEqualKeywords(left, right)
        depth -= 1
        // A difference is independent of assumptions.
        if !isSame, isKept, depth < Self.deepest / 2 { known[pair] = false }
        if depth == 0 {
            if isSame { for pair in assumed { known[pair] = true } }
            assumed = []
        }
        return isSame
    }

    private func haveEqualKeywords(_ left: SchemaView, _ right: SchemaView) -> Bool {
        if let target = onlyTarget(of: left) { return areEqual(target, right) }
        if let target = onlyTarget(of: right) { return areEqual(left, target) }
        switch (left.json, right.json) {
        case (.bool(let one), .bool(let other)): return one == other
        case (.object(let one), .object(let other)):
            let keywords = Self.keywords(of: one)
            return keywords == Self.keywords(of: other) && Self.placed.isDisjoint(with: keywords)
                && keywords.allSatisfy { isSame($0, left, right) }
        default: return false
        }
    }

    private static func keywords(of schema: JSONObject) -> Set<String> {
        Set(schema.keys.filter { !annotations.contains($0) && !$0.hasPrefix("x-") })
    }

    private func onlyTarget(of schema: SchemaView) -> SchemaView? {
        guard let object = schema.json.objectValue, object["$ref"] != nil, Self.keywords(of: object) == ["$ref"] else {
            return nil
        }
        return schema.target
    }

    private func isSame(_ keyword: String, _ left: SchemaView, _ right: SchemaView) -> Bool {
        switch keyword {
        case "$ref":
            guard let one = left.target, let other = right.target else { return false }
            return areEqual(one, other)
        case "type":
            guard let one = left.json[keyword], let other = right.json[keyword] else { return false }
            return one == other || TypeSet(keyword: one) == TypeSet(keyword: other)
        case "required", "enum":
            guard let one = left.json[keyword]?.arrayValue, let other = right.json[keyword]?.arrayValue else {
                return false
            }
            return one == other || Set(one) == Set(other)
        default: break
        }
        switch SubschemaShape(keyword: keyword) {
        case .schema:
            guard let one = left.child(keyword), let other = right.child(keyword) else { return false }
            return areEqual(one, other)
        case .array:
            let (one, other) = (left.children(keyword), right.children(keyword))
            return one.count == other.count && zip(one, other).allSatisfy(areEqual)
        case .object:
            let (one, other) = (left.members(keyword), right.members(keyword))
            return one.count == other.count
                && one.allSatisfy { name, view in right.member(keyword, name).map { areEqual(view, $0) } ?? false }
        case .schemaOrArray, .schemasOrNames, nil: return left.json[keyword] == right.json[keyword]
        }
    }
}
