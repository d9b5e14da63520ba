import JSONSchema

/// Alternatives that a string member distinguishes, each with its own values.
struct TaggedChoice: Sendable {
    struct Branch: Sendable {
        let tags: [String]
        let view: SchemaView
        /// The schema of the values. If the branch only adds its tags to a reference, this is the referenced schema.
        let payload: SchemaView
    }

    let member: String
    let branches: [Branch]

    /// Ignores null. Returns `nil` if no member distinguishes each alternative from the others.
    init?(_ alternatives: [SchemaView]) {
        let alternatives = alternatives.filter { !$0.isNull }
        guard alternatives.count > 1 else { return nil }
        let facts = alternatives.map { SchemaFacts([$0]) }
        for member in facts[0].required {
            let tags = facts.map { Self.tags(of: member, $0) }
            guard tags.allSatisfy({ !$0.isEmpty }), Set(tags.joined()).count == tags.joined().count else { continue }
            self.member = member
            branches = zip(tags, alternatives).map { tags, view in
                Branch(tags: tags, view: view, payload: Self.payload(of: view, member))
            }
            return
        }
        return nil
    }

    /// Returns the values of a required string member, or nothing if it may hold other values.
    private static func tags(of member: String, _ facts: SchemaFacts) -> [String] {
        guard facts.requires(member), facts.types == [.object] else { return [] }
        let views = facts.objects.flatMap(\.properties).filter { $0.name == member }.map(\.view)
        return SchemaFacts(views).enumeration?.mapAll(\.stringValue) ?? []
    }

    private static func payload(of view: SchemaView, _ member: String) -> SchemaView {
        guard let target = view.target, let keywords = view.json.objectValue?.keys,
            keywords.allSatisfy({ ["$ref", "properties", "required", "type"].contains($0) }),
            view.json["properties"]?.objectValue?.keys.allSatisfy({ $0 == member }) ?? true
        else { return view }
        return target
    }
}
