import ContractFormat
import JSONSchema

extension Scaffold {
    /// Returns an enum with a payload for each of the model's variants. Returns `nil` if there are none, or notes a gap
    /// if the schema does not distinguish them.
    mutating func enumeration(_ name: String) -> SwiftCode? {
        guard let variants = model.variants else { return nil }
        let facts = SchemaFacts([model.schema.view])
        let choice = (facts.oneOf + facts.anyOf).lazy.compactMap { TaggedChoice($0) }.first
        let tags = Set(choice?.branches.flatMap(\.tags) ?? [])
        guard let choice, facts.properties.isEmpty, variants.discriminator.tokens == [choice.member],
            variants.variants.allSatisfy({ $0.payload?.tokens.isEmpty ?? true }),
            Set(variants.variants.map(\.tag)) == tags
        else {
            check.note(
                "the variants: only objects that are distinguished by '\(variants.discriminator)' become an enum")
            return nil
        }
        var typeNames = DistinctNames([name])
        var cases: [SwiftCode] = []
        var reads: [SwiftCode] = []
        var payloads: [SwiftCode] = []
        for branch in choice.branches {
            let own = variants.variants.filter { branch.tags.contains($0.tag) }
            guard let first = own.first else { continue }
            let type = typeNames.take(SwiftName.type(first.name, fallback: "Payload"))
            cases += own.map { "case \(SwiftName.escaped($0.name))(\(type))" }
            reads += own.map {
                "case \(SwiftName.literal($0.tag)): self = .\(SwiftName.escaped($0.name))(try \(type)(root))"
            }
            root = branch.view
            (check.enforcedPlaces, check.openedObjects) = ([], [])
            payloads.append(structure(type, payloadMap(of: branch, first), .payload))
        }
        let otherwise = variants.otherwise.map { SwiftName.escaped($0.text) }
        let unknown = otherwise.map { "self = .\($0)" } ?? "throw Field.Mismatch()"
        let reading: SwiftCode = """
            switch try root[\(SwiftName.literal(choice.member))].string() {
            \(reads)
            default: \(unknown)
            }
            """
        if let otherwise { cases.append("case \(otherwise)") }
        return """
            enum \(name)\(conformance) {
                \(cases)

                \(SwiftCode.spaced([initializer([reading])] + payloads))
            }
            """
    }

    private func payloadMap(of branch: TaggedChoice.Branch, _ variant: VariantsContract.Variant) -> [PropertyContract] {
        let said = model.properties.compactMap { $0.below(variant.name, at: .root) }
        let own =
            variant.model.flatMap { contract?.model($0.text) }?.wholeMap
            ?? ModelContract.ownMap(of: branch.view, at: model.pointer)
        return said + own.filter { property in !said.contains { $0.pointer == property.pointer } }
    }
}

extension ModelContract {
    /// The contract's properties, and one for every other member that a property can hold.
    var wholeMap: [PropertyContract] {
        let own = Self.ownMap(of: schema.view, at: pointer).filter { property in
            !properties.contains {
                $0.path == property.path || $0.pointer.tokens.starts(with: property.pointer.tokens)
                    || property.pointer.tokens.starts(with: $0.pointer.tokens)
            }
        }
        return properties + (properties.isEmpty || reads == .all ? own : [])
    }

    static func ownMap(of view: SchemaView, at place: JSONPointer) -> [PropertyContract] {
        var map = PropertyMap(root: view.document.root)
        return map.properties(of: SchemaFacts([view])).map { path, pointer in
            PropertyContract(path: path, pointer: pointer, place: place)
        }
    }
}
