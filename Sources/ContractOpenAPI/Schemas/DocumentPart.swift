/// The parts of a document, as far as they hold schemas.
indirect enum DocumentPart {
    case document, components, pathItem, operation, parameter, body, mediaType, encoding, response, schema
    /// A map or a list of parts of one kind.
    case each(DocumentPart)

    /// Returns the part of an object's member; `nil` if it can hold no schema.
    func member(_ key: String) -> DocumentPart? {
        switch self {
        case .document:
            switch key {
            case "paths", "webhooks": .each(.pathItem)
            case "components": .components
            default: nil
            }
        case .components:
            switch key {
            case "schemas": .each(.schema)
            case "responses": .each(.response)
            case "parameters", "headers": .each(.parameter)
            case "requestBodies": .each(.body)
            case "callbacks": .each(.each(.pathItem))
            case "pathItems": .each(.pathItem)
            default: nil
            }
        case .pathItem:
            key == "parameters" ? .each(.parameter) : OpenAPIDocument.methods.contains(key) ? .operation : nil
        case .operation:
            switch key {
            case "parameters": .each(.parameter)
            case "requestBody": .body
            case "responses": .each(.response)
            case "callbacks": .each(.each(.pathItem))
            default: nil
            }
        case .parameter, .mediaType:
            switch key {
            case "schema": .schema
            case "content": .each(.mediaType)
            case "encoding": .each(.encoding)
            default: nil
            }
        case .body: key == "content" ? .each(.mediaType) : nil
        case .encoding: key == "headers" ? .each(.parameter) : nil
        case .response:
            switch key {
            case "headers": .each(.parameter)
            case "content": .each(.mediaType)
            default: nil
            }
        case .each(let part): part
        case .schema: nil
        }
    }
}
