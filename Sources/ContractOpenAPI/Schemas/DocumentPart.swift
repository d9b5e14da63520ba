indirect enum DocumentPart {
    case document, components, pathItem, operation, parameter, body, mediaType, encoding, response, schema
    case each(DocumentPart)

    /// Returns the part of a member, or `nil` if it contains no schema.
    func member(_ key: String) -> DocumentPart? {
        switch (self, key) {
        case (.document, "paths"), (.document, "webhooks"), (.components, "pathItems"): .each(.pathItem)
        case (.document, "components"): .components
        case (.components, "schemas"): .each(.schema)
        case (.components, "responses"), (.operation, "responses"): .each(.response)
        case (.components, "parameters"), (.components, "headers"), (.pathItem, "parameters"),
            (.operation, "parameters"), (.encoding, "headers"), (.response, "headers"):
            .each(.parameter)
        case (.components, "requestBodies"): .each(.body)
        case (.components, "callbacks"), (.operation, "callbacks"): .each(.each(.pathItem))
        case (.pathItem, _): OpenAPIDocument.methods.contains(key) ? .operation : nil
        case (.operation, "requestBody"): .body
        case (.parameter, "schema"), (.mediaType, "schema"): .schema
        case (.parameter, "content"), (.mediaType, "content"), (.body, "content"), (.response, "content"):
            .each(.mediaType)
        case (.parameter, "encoding"), (.mediaType, "encoding"): .each(.encoding)
        case (.each(let part), _): part
        case (.document, _), (.components, _), (.operation, _), (.parameter, _), (.body, _), (.mediaType, _),
            (.encoding, _), (.response, _), (.schema, _):
            nil
        }
    }
}
