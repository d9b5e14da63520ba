/// The schemas of an object's members, resolved once for all objects with the same keys.
struct PropertyPlan {
    struct Key: Hashable {
        let rules: UnsafeMutablePointer<ObjectRules>
        let shape: ObjectIdentifier
    }

    /// Whether the rules that depend only on the keys hold, except `propertyNames`.
    let holds: Bool
    private(set) var steps: [(position: Int, node: NodeRef)] = []
    /// The positions evaluated by `properties`, `patternProperties` or `additionalProperties`.
    private(set) var evaluated: [Int] = []

    init(_ rules: ObjectRules, _ shape: ObjectShape) {
        holds = Self.meetsKeyRules(rules, shape)
        guard holds else { return }
        for (position, key) in shape.keys.enumerated() {
            let named = rules.properties.position(of: key, hash: shape.hashes[position])
            var nodes = named.map { [rules.propertyNodes[$0]] } ?? []
            nodes += rules.patterns.filter { $0.pattern.match(in: key) == .found }.map(\.node)
            if nodes.isEmpty, let additional = rules.additional { nodes = [additional] }
            if nodes.isEmpty { continue }
            steps += nodes.map { (position, $0) }
            evaluated.append(position)
        }
    }

    private static func meetsKeyRules(_ rules: ObjectRules, _ shape: ObjectShape) -> Bool {
        let count = shape.keys.count
        if count < rules.minProperties || count > rules.maxProperties { return false }
        func has(_ key: String) -> Bool { shape.position(of: key) != nil }
        return rules.required.keys.allSatisfy(has)
            && rules.dependentRequired.allSatisfy { !has($0.key) || $0.required.allSatisfy(has) }
    }
}
