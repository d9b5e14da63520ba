import ContractFormat
import HTTPRecording
import JSONSchema

/// Drafts a model of samples: every one is taken into account, and a few become the model's examples.
package enum SampleImport {
    /// Examples beyond these hardly find more faults.
    private static let exampleLimit = 5

    /// The model of the objects in some texts, each an object or an array of objects.
    ///
    /// - Throws: `AuthoringError` where the name is none or a text holds no object.
    package static func draft(
        model: String, of samples: [(place: String, json: JSON)], _ options: ImportOptions
    ) throws -> ImportedDraft {
        if let problem = ContractName.problem(model) {
            throw AuthoringError("the model's name '\(ContractWriter.visible(model))' \(problem)")
        }
        let origin = options.origin ?? options.service.flatMap(options.origin(of:)) ?? "https://api.example.com"
        guard let service = options.service else {
            throw AuthoringError("a sample does not say whose it is: name the service with '--service NAME'")
        }
        var omissions: [Omission] = []
        if options.origin == nil, options.origin(of: service) == nil {
            omissions.append(
                Omission("origin", "a sample does not say where the service is; \(origin) was written: correct it"))
        }
        let objects = try samples.flatMap { try self.objects(in: $0.json, $0.place) }
        let clean = objects.map { object -> JSON in
            let secrets = object.secretTexts
            omissions += secrets.map {
                Omission(
                    "sample '\($0.pointer)'", "its value looks like a secret; the example has a placeholder instead")
            }
            let redaction = Redaction(
                secrets: secrets.map { Secret(value: $0.value, placeholder: "{body:\(Naming.argument($0.name))}") })
            return secrets.isEmpty ? object : object.mapStrings(keys: redaction.redacted, redaction.redacted)
        }
        var inference = SchemaInference(enumerations: options.enumerations)
        let schema = inference.schema(of: SampleShape(clean))
        omissions += inference.remarks.map { Omission("model \(model)", $0) }
        let draft = ContractDraft(
            service: service, origin: origin,
            models: [ModelDraft(name: model, schema: schema, examples: examples(of: clean))],
            definitions: inference.definitions, omissions: omissions.distinct)
        return ImportedDraft(draft: draft)
    }

    private static func objects(in json: JSON, _ place: String) throws(AuthoringError) -> [JSON] {
        let elements = json.arrayValue ?? [json]
        if elements.isEmpty { throw AuthoringError("\(place): the array is empty; a model needs a sample") }
        for (index, element) in elements.enumerated() where element.objectValue == nil {
            let found = json.arrayValue == nil ? place : "\(place), element \(index)"
            throw AuthoringError(
                "\(found): expected an object, found \(element.typeName); a model is made from an object")
        }
        return elements
    }

    /// The first sample, and those that show a member or a type that none before them did.
    private static func examples(of samples: [JSON]) -> [JSON] {
        var seen: Set<String> = []
        var examples: [JSON] = []
        for sample in samples where examples.count < exampleLimit {
            let news = traits(of: sample).subtracting(seen)
            if examples.isEmpty || !news.isEmpty { examples.append(sample) }
            seen.formUnion(news)
        }
        return examples
    }

    /// The places of a sample with their types.
    private static func traits(of json: JSON) -> Set<String> {
        var traits: Set<String> = []
        func visit(_ json: JSON, _ path: String, depth: Int) {
            traits.insert("\(path): \(json.typeName)")
            guard depth < SampleShape.maximumDepth else { return }
            switch json {
            case .array(let elements): for element in elements { visit(element, path + "/*", depth: depth + 1) }
            case .object(let members):
                for (key, value) in members { visit(value, "\(path)/\(key)", depth: depth + 1) }
            case .null, .bool, .number, .string: break
            }
        }
        visit(json, "", depth: 0)
        return traits
    }
}
