import ContractFormat
import ContractOpenAPI
import HTTPRecording
import JSONSchema

extension OpenAPIOperations {
    func responses(of operation: OpenAPIDocument.Operation) -> [ResponseDraft] {
        var drafts: [ResponseDraft] = []
        for response in operation.responses.distinct(by: \.status) {
            if !response.content.isEmpty, !operation.hasBody(response) {
                notes.add(
                    response.pointer, "a response with this status or method has no body; the body is left out in",
                    of: ["\(operation.label) (\(response.status))"])
            }
            drafts.append(draft(of: response, operation.hasBody(response)))
        }
        if drafts.isEmpty {
            notes.add(operation.pointer, "the document lists no response for", of: [operation.label])
            drafts.append(ResponseDraft(key: "default"))
        }
        return drafts
    }

    private func draft(of response: OpenAPIDocument.Response, _ hasBody: Bool) -> ResponseDraft {
        var draft = ResponseDraft(
            key: response.status.description, summary: response.summary.map { String($0.prefix { $0 != "\n" }) })
        if let links = response.links {
            notes.add(links, "links between operations are left out; a scenario describes a sequence of calls")
        }
        for header in response.headers {
            // A contract describes a header field as a string.
            let schema = header.schema.map { schemas.schema(at: $0, .response) }
            let text: JSON =
                switch schema?["type"] {
                case "string": schema ?? [:]
                case "integer": ["type": "string", "pattern": "^-?[0-9]+$"]
                default: ["type": "string"]
                }
            var members: JSONObject = header.isRequired ? [:] : [ContractKeys.Header.optional.rawValue: true]
            for (key, value) in text.objectValue ?? [:] { members[key] = value }
            draft.headers[header.name] = .object(members)
        }
        guard hasBody, let content = response.content.first(where: \.isJSON) ?? response.content.first else {
            return draft
        }
        let others = response.content.filter { $0.mediaType != content.mediaType }.map(\.mediaType)
        if !others.isEmpty {
            notes.add(
                response.pointer,
                "a response has one media type in a contract, preferably JSON; left out",
                of: others)
        }
        if !content.mediaType.contains("*") { draft.content = content.mediaType }
        if EventStream.Format(of: MediaType(content.mediaType)) != nil {
            let events = content.itemSchema.map { schemas.schema(at: $0, .response) }
            draft.body[.events] = ContractKeys.Events.object([(.schema, events)])
            if content.itemSchema == nil, content.schema != nil {
                notes.add(content.pointer, "the body is a stream of events; only 'itemSchema' describes its events")
            }
            return draft
        }
        guard content.isJSON || content.mediaType.contains("*") else {
            if content.schema != nil, content.mediaType.hasSuffix("xml") {
                notes.add(content.pointer, "the body is \(content.mediaType), which no schema describes")
            }
            return draft
        }
        if let pointer = content.schema { add(pointer, content, to: &draft) }
        return draft
    }

    private func add(_ pointer: JSONPointer, _ content: OpenAPIDocument.Content, to draft: inout ResponseDraft) {
        for placement in schemas.placements[pointer, default: []] {
            draft.models[placement.pointer.description] = .string(placement.model)
            for example in content.examples {
                for match in placement.pointer.matches(in: example).prefix(2) {
                    schemas.addExample(match.value, to: placement.model)
                }
            }
        }
        draft.body[.schema] = schemas.schema(at: pointer, .response)
    }
}
