import JSONSchema

/// The models in response bodies, and the shape of each over all bodies.
///
/// An array of objects is a list of models. An object that only wraps one list or one object is an envelope. Every
/// other object is a model, and lists of objects within it contain models of their own.
struct ResponseModels {
    struct Placement: Hashable {
        var pointer: JSONPointer
        var model: String
    }

    private static let wrappers: Set<String> = [
        "data", "results", "result", "items", "list", "records", "entries", "content", "rows", "hits", "values",
        "objects", "response", "elements", "value", "payload", "body", "collection",
    ]

    private struct Model {
        let name: String
        var memberNames: Set<String> = []
        var samples: [Sample] = []
        var nested: [Placement] = []
    }

    private var models: [Model] = []

    mutating func add(_ bodies: [Sample], shape: SampleShape, noun: String) -> [Placement] {
        guard let root = Self.root(of: shape, noun) else { return [] }
        let samples = bodies.flatMap { $0.matches(root) }.filter { $0.json.objectValue != nil }
        let name = name(known(noun), SampleShape(samples), isElement: root.tokens.last == "*")
        return add(samples, name, at: root, depth: 0)
    }

    private mutating func add(_ samples: [Sample], _ name: String, at pointer: JSONPointer, depth: Int) -> [Placement] {
        let own = SampleShape(samples)
        let index = models.firstIndex { $0.name == name } ?? models.endIndex
        if index == models.endIndex { models.append(Model(name: name)) }
        models[index].memberNames.formUnion(own.memberNames)
        models[index].samples += samples
        var placements = [Placement(pointer: pointer, model: name)]
        guard depth < 4 else { return placements }
        for list in Self.lists(in: own, at: .root, depth: 0) {
            let key = list.tokens.last { $0 != "*" } ?? ""
            let child = known(Naming.upperCamel("\(name) \(Naming.singular(key))"))
            let elements = samples.flatMap { $0.matches(list) }.filter { $0.json.objectValue != nil }
            placements += add(elements, child, at: pointer.appending(list), depth: depth + 1)
            let inner = Placement(pointer: list, model: child)
            if !models[index].nested.contains(inner) { models[index].nested.append(inner) }
        }
        return placements
    }

    /// Returns the known spelling of a name, or a short form. File systems may ignore letter case.
    private func known(_ name: String) -> String {
        let short = Naming.short(name)
        return models.first { $0.name.lowercased() == short.lowercased() }?.name ?? short
    }

    /// Returns the noun, unless it names a model that shares less than two thirds of the keys.
    private func name(_ noun: String, _ shape: SampleShape, isElement: Bool) -> String {
        let mine = Set(shape.memberNames)
        let names = [noun, known("\(noun)\(isElement ? "Item" : "Response")")]
        return names.first { name in
            guard let model = models.first(where: { $0.name == name }) else { return true }
            return mine.intersection(model.memberNames).count * 3 >= mine.union(model.memberNames).count * 2
        } ?? names[1]
    }

    static func root(of shape: some BodyShape, _ noun: String) -> JSONPointer? {
        if shape.isArrayOfObjects { return JSONPointer(tokens: ["*"]) }
        guard shape.isObject, !shape.memberNames.isEmpty else { return nil }
        let lists = shape.memberNames.filter { shape.member($0)?.isArrayOfObjects ?? false }
        let isNamed = shape.memberNames.contains {
            ["id", "_id", "uuid", "name", "title", "key"].contains($0.lowercased())
        }
        if lists.count == 1, !isNamed,
            shape.memberNames.count == 1 || wrappers.contains(lists[0].lowercased())
                || Naming.upperCamel(Naming.singular(lists[0])) == noun
        {
            return JSONPointer(tokens: [lists[0], "*"])
        }
        let objects = shape.memberNames.filter { shape.member($0)?.isObject ?? false }
        if objects.count == 1, !isNamed, shape.memberNames.count == 1 || wrappers.contains(objects[0].lowercased()) {
            return JSONPointer(tokens: [objects[0]])
        }
        return .root
    }

    private static func lists(in shape: SampleShape, at pointer: JSONPointer, depth: Int) -> [JSONPointer] {
        guard depth < 6 else { return [] }
        return shape.memberNames.flatMap { name -> [JSONPointer] in
            guard let member = shape.members[name] else { return [] }
            let place = pointer.appending(name)
            if member.isArrayOfObjects { return [place.appending("*")] }
            return member.isObject ? lists(in: member, at: place, depth: depth + 1) : []
        }
    }

    static func references(to placements: [Placement]) -> [JSONPointer: JSON] {
        placements.reduce(into: [:]) { references, placement in
            let target = OpenAPISchemas.place(ofModel: placement.model)
            references[placement.pointer] = ["$ref": .string(SchemaReference.text(to: target))]
        }
    }

    func drafts(_ inference: inout SchemaInference) -> [ModelDraft] {
        models.map { model in
            inference.replacements = Self.references(to: model.nested)
            return ModelDraft(
                name: model.name, schema: inference.schema(of: SampleShape(model.samples)),
                samples: model.samples.prefix(5).map(\.json))
        }
    }
}

protocol BodyShape {
    var isObject: Bool { get }
    var isArrayOfObjects: Bool { get }
    var memberNames: [String] { get }
    func member(_ name: String) -> Self?
}

extension SampleShape: BodyShape {
    func member(_ name: String) -> SampleShape? { members[name] }
}
