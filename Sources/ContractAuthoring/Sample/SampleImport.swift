import ContractFormat
import HTTPRecording
import JSONSchema

/// An importer that drafts a model from samples. All samples shape the schema, and a few become its examples.
package enum SampleImport {
    /// The maximum number of examples. More examples rarely find more faults.
    private static let exampleLimit = 5

    /// - Throws: `AuthoringError` if the name is invalid, the service is unknown, or a sample contains no object.
    package static func draft(
        model: String, of samples: [(place: String, json: JSON)], _ options: ImportOptions
    ) throws -> ImportedDraft {
        if let problem = ContractName.problem(model) {
            throw AuthoringError("the model's name '\(model.visible())' \(problem)")
        }
        guard let service = options.service else {
            throw AuthoringError("a sample does not identify its service: pass it with '--service NAME'")
        }
        var omissions: [Omission] = []
        let origin = origin(of: service, options, &omissions)
        let objects = try samples.flatMap { try self.objects(in: $0.json, $0.place) }.map { clean($0, &omissions) }
        let drafted = self.model(model, of: objects, options, &omissions)
        return ImportedDraft(
            draft: ContractDraft(service: service, origin: origin, models: [drafted], omissions: omissions.distinct))
    }

    /// Returns the service's origin. Falls back to a placeholder, which it reports.
    static func origin(of service: String, _ options: ImportOptions, _ omissions: inout [Omission]) -> String {
        if let origin = options.origin ?? options.origin(of: service) { return origin }
        let origin = "https://api.example.com"
        omissions.add(
            "origin", "a sample does not contain the origin of the service; \(origin) was written: correct it")
        return origin
    }

    /// Drafts a model from objects without secrets.
    static func model(
        _ name: String, of objects: [JSON], _ options: ImportOptions, _ omissions: inout [Omission]
    ) -> ModelDraft {
        var inference = SchemaInference(enumerations: options.enumerations)
        let schema = inference.schema(of: SampleShape(objects))
        omissions += inference.remarks.map { Omission("model \(name)", $0) }
        return ModelDraft(name: name, schema: schema, examples: informative(in: objects))
    }

    static func clean(_ object: JSON, _ omissions: inout [Omission]) -> JSON {
        let secrets = object.secretTexts
        omissions += secrets.map {
            Omission("sample '\($0.pointer)'", "its value looks like a secret; the example has a placeholder instead")
        }
        let redaction = Redaction(
            secrets: secrets.map { Secret(value: $0.value, placeholder: "{body:\(Naming.argument($0.name))}") })
        return secrets.isEmpty ? object : object.mapStrings(keys: redaction.redacted, redaction.redacted)
    }

    static func objects(in json: JSON, _ place: String) throws(AuthoringError) -> [JSON] {
        let elements = json.arrayValue ?? [json]
        if elements.isEmpty { throw AuthoringError("\(place): the array is empty; a model needs a sample") }
        for (index, element) in elements.enumerated() where element.objectValue == nil {
            let found = json.arrayValue == nil ? place : "\(place), element \(index)"
            throw AuthoringError(
                "\(found): expected an object, found \(element.typeName); a model is derived from an object")
        }
        return elements
    }

    /// Returns the samples that show a member or type missing from the known examples and all earlier samples.
    static func informative(in samples: [JSON], beyond known: [JSON] = []) -> [JSON] {
        var seen = known.reduce(into: Set<String>()) { $0.formUnion(traits(of: $1)) }
        var examples: [JSON] = []
        for sample in samples where known.count + examples.count < exampleLimit {
            let newTraits = traits(of: sample).subtracting(seen)
            if known.isEmpty && examples.isEmpty || !newTraits.isEmpty { examples.append(sample) }
            seen.formUnion(newTraits)
        }
        return examples
    }

    private static func traits(of json: JSON) -> Set<String> {
        var traits: Set<String> = []
        json.forEachValue { pointer, value in
            let path = pointer.tokens.map { JSONPointer.index($0) == nil ? $0 : "*" }
            traits.insert("\(path.joined(separator: "/")): \(value.typeName)")
        }
        return traits
    }
}
