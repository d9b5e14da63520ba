import JSONSchema

/// Alternatives that are distinguished by a member whose texts each allows alone.
struct TaggedChoice: Sendable {
    struct Branch: Sendable {
        /// The values of the member.
        let tags: [String]
        let view: SchemaView
        /// The schema of the values; the referred one where the branch itself only names its tags.
        let payload: SchemaView
    }

    /// The member that distinguishes them.
    let member: String
    let branches: [Branch]

    /// Alternatives, null left out; `nil` where no member distinguishes each of them from the others.
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

    /// The texts of a member that is always there; none where it may hold anything else.
    private static func tags(of member: String, _ facts: SchemaFacts) -> [String] {
        guard facts.requires(member), facts.types == [.object] else { return [] }
        let views = facts.objects.flatMap(\.properties).filter { $0.name == member }.map(\.view)
        let values = SchemaFacts(views).enumeration ?? []
        let texts = values.compactMap(\.stringValue)
        return texts.count == values.count ? texts : []
    }

    private static func payload(of view: SchemaView, _ member: String) -> SchemaView {
        guard let target = view.target, let keywords = view.json.objectValue?.keys,
            keywords.allSatisfy({ ["$ref", "properties", "required", "type"].contains($0) }),
            view.json["properties"]?.objectValue?.keys.allSatisfy({ $0 == member }) ?? true
        else { return view }
        return target
    }
}
