import ContractFormat
import ContractOpenAPI
import HTTPRecording
import JSONSchema

/// The responses of an operation as a contract has them.
enum OpenAPIResponses {
    static func drafts(
        of operation: OpenAPIDocument.Operation, _ operations: inout OpenAPIOperations
    ) -> [ResponseDraft] {
        var drafts: [ResponseDraft] = []
        for response in operation.responses where !drafts.contains(where: { $0.key == response.status.description }) {
            drafts.append(draft(of: response, &operations))
        }
        if drafts.isEmpty {
            operations.notes.add(operation.pointer, "the document lists no response of", of: [operation.label])
            drafts.append(ResponseDraft(key: "default"))
        }
        return drafts
    }

    private static func draft(
        of response: OpenAPIDocument.Response, _ operations: inout OpenAPIOperations
    ) -> ResponseDraft {
        var draft = ResponseDraft(
            key: response.status.description, summary: response.summary.map { String($0.prefix { $0 != "\n" }) })
        if let links = response.links {
            operations.notes.add(links, "links between operations; a scenario says what follows what")
        }
        for header in response.headers {
            // What a contract says of a header it says of its text.
            let schema = header.schema.map { operations.schemas.schema(at: $0, .response) }
            let text = schema?["type"] == "string" ? schema : nil
            if header.isRequired {
                draft.headers[header.name] = text ?? ["type": "string"]
            } else {
                var members: JSONObject = [ContractKeys.Header.optional.rawValue: true]
                for (key, value) in text?.objectValue ?? ["type": "string"] { members[key] = value }
                draft.headers[header.name] = .object(members)
            }
        }
        guard let content = response.content.first(where: \.isJSON) ?? response.content.first else { return draft }
        let others = response.content.filter { $0.mediaType != content.mediaType }.map(\.mediaType)
        if !others.isEmpty {
            operations.notes.add(
                response.pointer,
                "a response is read as the one media type that the request asks for, JSON before others; left out",
                of: others)
        }
        if !content.mediaType.contains("*") { draft.content = content.mediaType }
        if EventStream.Format(of: MediaType(content.mediaType)) != nil {
            draft.body = .events(schema: content.itemSchema.map { operations.schemas.schema(at: $0, .response) })
            if content.itemSchema == nil, content.schema != nil {
                operations.notes.add(
                    content.pointer, "the body is a stream of events; only 'itemSchema' describes each of them")
            }
            return draft
        }
        guard content.isJSON || content.mediaType.contains("*") else {
            if content.schema != nil, content.mediaType.hasSuffix("xml") {
                operations.notes.add(content.pointer, "the body is \(content.mediaType), which no schema describes")
            }
            return draft
        }
        if let pointer = content.schema { add(pointer, content, to: &draft, &operations) }
        return draft
    }

    private static func add(
        _ pointer: JSONPointer, _ content: OpenAPIDocument.Content, to draft: inout ResponseDraft,
        _ operations: inout OpenAPIOperations
    ) {
        let raw = operations.schemas.raw(pointer, .response)
        for (at, schema) in modelPlaces(in: raw, operations.schemas) {
            guard let name = operations.schemas.model(of: schema) else { continue }
            draft.models[at.description] = .string(name)
            for example in content.examples {
                for match in at.matches(in: example.json).prefix(2) {
                    operations.schemas.addExample(match.value, to: name)
                }
            }
        }
        draft.body = .json(schema: operations.schemas.schema(at: pointer, .response))
    }

    /// Where in a response whole components stand: as itself, as the elements of a list, or as members of an object around
    /// them.
    private static func modelPlaces(in schema: JSON, _ schemas: OpenAPISchemas) -> [(at: JSONPointer, schema: JSON)] {
        var places: [(at: JSONPointer, schema: JSON)] = [(.root, schema)]
        for part in schemas.parts(of: schema, .response) {
            if let items = part["items"] { places.append(("/*", items)) }
            guard schema["$ref"] == nil else { continue }
            for (name, property) in part["properties"]?.objectValue ?? [:] where name != "*" {
                let at = JSONPointer(tokens: [name])
                places.append((at, property))
                if let items = property["items"] { places.append((at.appending("*"), items)) }
            }
        }
        return places
    }
}
