import ContractOpenAPI
import JSONSchema

extension OpenAPIOperations {
    /// Returns the arguments of an operation, and its case with the document's examples or generated values.
    func example(
        of operation: OpenAPIDocument.Operation, _ request: OpenAPIRequest
    ) -> (arguments: JSONObject, example: CaseDraft) {
        var arguments: JSONObject = [:]
        var values: JSONObject = [:]
        var madeUp: [String] = []
        for argument in request.arguments {
            arguments[argument.name] = argument.isRequired ? argument.schema : argument.schema.orNull
        }
        schemas.carryOverWaiting()
        var root = schemas.root
        root["arguments"] = .object(arguments)
        let document = SchemaDocument(root: .object(root))
        let sampler = SchemaSampler(prefersText: true)
        for argument in request.arguments {
            if let variable = argument.variable {
                guard argument.isRequired || argument.isInCase else { continue }
                values[argument.name] = .string("{env:\(variable)}")
                continue
            }
            let schema = document.schema(at: JSONPointer(tokens: ["arguments", argument.name]))
            func isFit(_ value: JSON) -> Bool { !value.isNull && schema?.accepts(value) ?? false }
            let view = SchemaView.assumed(argument.schema, in: document)
            let examples = argument.examples + (argument.isRequired ? sampler.examples(in: [view]) : [])
            if let example = examples.first(where: isFit) {
                values[argument.name] = Naming.literal(example)
            } else if !argument.isRequired {
                continue
            } else if let sample = sampler.values(of: [view]).first(where: isFit) {
                // An empty list would not show how elements are sent.
                let list =
                    sample == []
                    ? sampler.value(of: [view].applicableSchemas.element(0)).map { JSON.array([$0]) } : nil
                values[argument.name] = Naming.literal(list.flatMap { isFit($0) ? $0 : nil } ?? sample)
                madeUp.append(argument.name)
            } else {
                arguments[argument.name] = true
                values[argument.name] = "value"
                notes.add(
                    operation.pointer,
                    "no value of '\(argument.name)' that its schema accepts was found; the argument accepts any value")
            }
        }
        if !madeUp.isEmpty {
            notes.add(
                operation.pointer,
                "the document has no examples of some arguments; their values are made up in the cases of",
                of: ["\(operation.label) (\(madeUp.shortened))"])
        }
        return (arguments, CaseDraft(name: "example", status: Self.status(of: operation), arguments: values))
    }

    /// Returns the lowest success status that the document lists, or else its lowest status.
    private static func status(of operation: OpenAPIDocument.Operation) -> Int {
        let statuses = operation.responses.map(\.status)
        if let success = statuses.filter(\.isSuccess).compactMap(\.lowest).min() { return success }
        return statuses.contains(.default) ? 200 : statuses.compactMap(\.lowest).min() ?? 200
    }
}
