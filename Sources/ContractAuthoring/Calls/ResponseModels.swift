import JSONSchema

/// Finds the models in the bodies of responses, and the shape of each model over all of them.
///
/// An array of objects is a list of models. An object that only wraps one list or one object is an envelope. Every
/// other object is a model itself, and lists of objects within it hold models of their own.
struct ResponseModels {
    /// The place of a model in a body.
    struct Placement: Hashable {
        var pointer: JSONPointer
        var model: String
    }

    private static let wrappers: Set<String> = [
        "data", "results", "result", "items", "list", "records", "entries", "content", "rows", "hits", "values",
        "objects", "response", "elements", "value", "payload", "body", "collection",
    ]

    private(set) var names: [String] = []
    /// The names in lower case: those that differ only in letter case are one to file systems.
    private var namesByFold: [String: String] = [:]
    private var shapes: [String: SampleShape] = [:]
    private var samples: [String: [JSON]] = [:]
    /// Within a model, where the models of its lists stand.
    private var nested: [String: [Placement]] = [:]

    /// Finds the models of the bodies of one kind of response and takes their values into account.
    mutating func add(_ bodies: [Sample], shape: SampleShape, noun: String) -> [Placement] {
        guard let root = Self.root(of: shape, noun) else { return [] }
        let samples = bodies.flatMap { $0.matches(root) }.filter { $0.json.objectValue != nil }
        let name = name(known(noun), SampleShape(samples), isElement: root.tokens.last == "*")
        return add(samples, name, at: root, depth: 0)
    }

    private mutating func add(_ samples: [Sample], _ name: String, at pointer: JSONPointer, depth: Int) -> [Placement] {
        let own = SampleShape(samples)
        if shapes[name] == nil {
            names.append(name)
            namesByFold[name.lowercased()] = name
        }
        let shape = shapes[name] ?? SampleShape()
        shapes[name] = shape
        for sample in samples { shape.add(sample.json, stating: sample.statement) }
        self.samples[name, default: []] += samples.prefix(max(0, 5 - self.samples[name, default: []].count)).map(\.json)
        var placements = [Placement(pointer: pointer, model: name)]
        guard depth < 4 else { return placements }
        for list in Self.lists(in: own, at: .root, depth: 0) {
            let key = list.tokens.last { $0 != "*" } ?? ""
            let child = known(Naming.upperCamel("\(name) \(Naming.singular(key))"))
            let elements = samples.flatMap { $0.matches(list) }.filter { $0.json.objectValue != nil }
            placements += add(elements, child, at: pointer.appending(list), depth: depth + 1)
            let inner = Placement(pointer: list, model: child)
            if !nested[name, default: []].contains(inner) { nested[name, default: []].append(inner) }
        }
        return placements
    }

    /// The name as it is known already; a short one.
    private func known(_ name: String) -> String {
        let short = Naming.short(name)
        return namesByFold[short.lowercased()] ?? short
    }

    /// The noun, unless it names another model already, with which this one shares less than two thirds of the keys.
    private func name(_ noun: String, _ shape: SampleShape, isElement: Bool) -> String {
        let mine = Set(shape.memberNames)
        let names = [noun, known("\(noun)\(isElement ? "Item" : "Response")")]
        return names.first { name in
            guard let other = shapes[name].map({ Set($0.memberNames) }) else { return true }
            return mine.intersection(other).count * 3 >= mine.union(other).count * 2
        } ?? names[1]
    }

    /// The place of the only model of a body; `nil` where it holds none.
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

    /// The lists of objects in an object, those in nested objects too.
    private static func lists(in shape: SampleShape, at pointer: JSONPointer, depth: Int) -> [JSONPointer] {
        guard depth < 6 else { return [] }
        return shape.memberNames.flatMap { name -> [JSONPointer] in
            guard let member = shape.members[name]?.shape else { return [] }
            let place = pointer.appending(name)
            if member.isArrayOfObjects { return [place.appending("*")] }
            return member.isObject ? lists(in: member, at: place, depth: depth + 1) : []
        }
    }

    static func reference(_ model: String) -> JSON {
        ["$ref": .string("#/models/\(JSONPointer(tokens: [model]).description.dropFirst())/schema")]
    }

    func drafts(_ inference: inout SchemaInference) -> [ModelDraft] {
        names.compactMap { name in
            guard let shape = shapes[name] else { return nil }
            let inner = nested[name] ?? []
            inference.replacements = Dictionary(inner.map { ($0.pointer, Self.reference($0.model)) }) { first, _ in
                first
            }
            var draft = ModelDraft(name: name, schema: inference.schema(of: shape))
            draft.samples = samples[name] ?? []
            return draft
        }
    }
}

/// The shape of a body, by which its models are found.
protocol BodyShape {
    var isObject: Bool { get }
    var isArrayOfObjects: Bool { get }
    var memberNames: [String] { get }
    func member(_ name: String) -> Self?
}

extension SampleShape: BodyShape {
    func member(_ name: String) -> SampleShape? { members[name]?.shape }
}
