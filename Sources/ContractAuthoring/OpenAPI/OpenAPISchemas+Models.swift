import ContractFormat
import ContractOpenAPI
import JSONSchema

/// The models of a document: objects that its responses return. They are found before any schema is carried over, so
/// that every reference can point to them.
extension OpenAPISchemas {
    // MARK: - Finding

    mutating func findComponents(in operation: OpenAPIDocument.Operation) {
        for response in operation.responses {
            guard let body = body(of: response, operation), placements[body.pointer] == nil else { continue }
            if let model = component(of: body) {
                placements[body.pointer] = [.init(pointer: .root, model: model)]
                continue
            }
            placements[body.pointer] = parts(of: body).compactMap { at, view in
                component(of: view).map { .init(pointer: at, model: $0) }
            }
        }
    }

    /// Finds the inline object that a successful response is about, if the body contains no component.
    mutating func findInline(in operation: OpenAPIDocument.Operation, named endpoint: String) {
        let successes = operation.responses.filter(\.status.isSuccess)
        for response in successes.isEmpty ? operation.responses.filter({ $0.status == .default }) : successes {
            guard let body = body(of: response, operation) else { continue }
            if placements[body.pointer, default: []].isEmpty, let found = inline(in: body, operation, endpoint) {
                placements[body.pointer] = [found]
            }
            returned.formUnion(placements[body.pointer, default: []].map(\.model))
        }
    }

    /// Finds the components that the bindings name but no response returns.
    mutating func findBound() {
        guard let bound else { return }
        for schema in document.schemas where bound.model(schema.name) != nil {
            guard let view = responses.view(at: schema.pointer), view.describesObject else { continue }
            returned.formUnion([model(schema.name, view)].compactMap(\.self))
        }
    }

    /// The models that no successful response returns, directly or as a variant's payload.
    var unreturned: [String] {
        let reached = returned.reaching { name in
            (models.first { $0.name == name }?.variants.values ?? []).compactMap { variant in
                variant.stringValue ?? variant[ContractKeys.Variant.model]?.stringValue
            }
        }
        return models.map(\.name).filter { !reached.contains($0) }
    }

    private func body(of response: OpenAPIDocument.Response, _ operation: OpenAPIDocument.Operation) -> SchemaView? {
        guard operation.hasBody(response), let content = response.content.first(where: \.isJSON),
            let pointer = content.schema
        else { return nil }
        return responses.view(at: pointer)
    }

    /// Returns the places in a body that may hold a component: elements, dictionary values, members, and the elements
    /// or values of each member.
    private func parts(of body: SchemaView) -> [(at: JSONPointer, view: SchemaView)] {
        func elements(_ view: SchemaView, _ at: JSONPointer) -> [(at: JSONPointer, view: SchemaView)] {
            let facts = SchemaFacts([view])
            let values = facts.properties.isEmpty ? facts.additional ?? [] : []
            return (facts.items + values).filter { $0.json.objectValue != nil }.map { (at.appending("*"), $0) }
        }
        let members = SchemaFacts([body]).properties.filter { $0.key != "*" }.flatMap { property in
            let at = JSONPointer(tokens: [property.key])
            return property.schemas.flatMap { [(at, $0)] + elements($0, at) }
        }
        return elements(body, .root) + members
    }

    /// Returns the model of a schema that is a component or merely refers to one.
    private mutating func component(of view: SchemaView) -> String? {
        var next: SchemaView? = view
        var seen: Set<SchemaView> = []
        while let view = next, seen.insert(view).inserted {
            let tokens = view.pointer.tokens
            if tokens.count == 3, tokens.starts(with: ["components", "schemas"]) {
                return view.describesObject ? model(tokens[2], view) : nil
            }
            // A choice may allow null, so it is not followed.
            next = view.json["anyOf"] == nil && view.json["oneOf"] == nil ? view.simplified : nil
        }
        return nil
    }

    private mutating func inline(
        in body: SchemaView, _ operation: OpenAPIDocument.Operation, _ endpoint: String
    ) -> ResponseModels.Placement? {
        let segments = operation.path.text.split(separator: "/").map(String.init)
        let noun = EndpointName.model(segments.map { $0.contains("{") ? .placeholder($0) : .word($0) })
        let described = DescribedBody(view: body)
        guard let at = ResponseModels.root(of: described, noun), let view = described.view(at: at),
            view.describesObject, !view.allowsNull
        else { return nil }
        // An object that lists the path's resource is not the resource itself.
        let list = at == .root ? described.memberNames.first { Naming.upperCamel(Naming.singular($0)) == noun } : nil
        let names = [at == .root ? body.responseName : nil, list == nil ? noun : nil, Naming.upperCamel(endpoint)]
            .compactMap(\.self).compactMap(importedName)
        // Responses with the same inline schema share a model.
        let known = names.first { name in
            models.firstIndex { $0.name == name }.map { modelViews[$0].json == view.json } ?? false
        }
        if let known {
            places[Key(pointer: view.pointer, direction: .response)] = Self.place(ofModel: known)
            return .init(pointer: at, model: known)
        }
        let free = names.first { name in !models.contains { $0.name.lowercased() == name.lowercased() } }
        guard let name = free ?? names.last, let model = model(name, view) else { return nil }
        return .init(pointer: at, model: model)
    }

    // MARK: - Models

    /// Returns a model's name as the bindings spell it, or `nil` if only bound models are wanted and this is not one.
    private func importedName(_ name: String) -> String? {
        bound?.model(name) ?? (bound?.isExclusive ?? false ? nil : name)
    }

    static func place(ofModel name: String) -> JSONPointer { JSONPointer(tokens: ["models", name, "schema"]) }

    /// Returns the model of a schema, creating it if necessary, or `nil` if the model is not wanted.
    private mutating func model(_ source: String, _ view: SchemaView) -> String? {
        let key = Key(pointer: view.pointer, direction: .response)
        if let place = places[key] { return place.tokens[1] }
        guard let spelled = importedName(source) else { return nil }
        let name = modelNames.take(Naming.safe(spelled) ?? "Model")
        places[key] = Self.place(ofModel: name)
        let index = models.count
        models.append(ModelDraft(name: name, schema: true))
        modelViews.append(view)
        if let choice = choice(of: view) {
            models[index].discriminator = JSONPointer(tokens: [choice.member])
            models[index].variants = variants(of: choice)
        }
        return name
    }

    mutating func model(at pointer: JSONPointer, named name: String) -> String? {
        guard let view = responses.view(at: pointer) else { return nil }
        if let model = component(of: view) { return model }
        return view.describesObject && view.json["$ref"] == nil ? model(Naming.upperCamel(name), view) : nil
    }

    /// Returns the tagged choice if the schema consists of nothing else.
    private func choice(of view: SchemaView) -> TaggedChoice? {
        let facts = SchemaFacts([view])
        let groups = facts.oneOf + facts.anyOf
        guard groups.count == 1, facts.properties.isEmpty else { return nil }
        return TaggedChoice(groups[0])
    }

    private mutating func variants(of choice: TaggedChoice) -> JSONObject {
        typealias Keys = ContractKeys.Variant
        var variants: JSONObject = [:]
        let tags = choice.branches.flatMap { branch in branch.tags.map { (tag: $0, branch: branch) } }
        for ((tag, branch), name) in zip(tags, SwiftName.cases(of: tags.map(\.tag))) {
            let model = branch.payload == branch.view ? nil : component(of: branch.payload)
            let ownName = MemberName.camelCase(tag) == name ? nil : JSON.string(name)
            variants[tag] =
                if let model, ownName == nil { .string(model) } else {
                    Keys.object([(.case, ownName), (.model, model.map(JSON.string))])
                }
        }
        return variants
    }
}

extension SchemaView {
    fileprivate var responseName: String? {
        let tokens = pointer.tokens
        return tokens.starts(with: ["components", "responses"]) && tokens.count > 2
            ? Naming.upperCamel(tokens[2]) : nil
    }
}

private struct DescribedBody: BodyShape {
    let view: SchemaView

    var isObject: Bool { view.describesObject }
    var isArrayOfObjects: Bool { element?.isObject ?? false }
    /// For a choice, the members of its alternatives.
    var memberNames: [String] { view.describingSchemas.flatMap { $0.members("properties").map(\.name) }.distinct }

    private var element: DescribedBody? {
        let facts = SchemaFacts([view])
        return facts.plainTypes == [.array] ? facts.items.first.map(DescribedBody.init) : nil
    }

    func member(_ name: String) -> DescribedBody? {
        SchemaFacts([view]).properties.first { $0.key == name }?.schemas.first.map(DescribedBody.init)
    }

    func view(at pointer: JSONPointer) -> SchemaView? {
        pointer.tokens.reduce(Optional(self)) { body, token in token == "*" ? body?.element : body?.member(token) }?
            .view
    }
}
