import HTTPRecording
import JSONSchema

extension ObservedCall.Body {
    /// Parses a body by its media type, or by its content if the type is unknown.
    init(_ bytes: [UInt8], contentType: String) {
        let type = MediaType(contentType)
        if bytes.isEmpty {
            self = .none
        } else if type.isForm {
            self = .form(ObservedCall.pairs(String(decoding: bytes, as: UTF8.self)))
        } else if type.isMultipart {
            self = Self.parts(of: bytes, type).map(ObservedCall.Body.multipart) ?? .other(type.essence)
        } else if let json = Self.json(bytes, saysJSON: type.isJSON) {
            self = ObservedCall.GraphQL(json).map(ObservedCall.Body.graphql) ?? .json(json)
        } else if type.isXML {
            self = Self.xml(bytes, type) ?? .other(type.essence)
        } else if type.essence.hasPrefix("text/"), let text = String(validating: bytes, as: UTF8.self) {
            self = .text(text)
        } else if type.essence.isEmpty || type.isJSON {
            self = .other(type.essence)
        } else {
            self = .bytes(bytes)
        }
    }

    /// Parses JSON. Without a JSON media type, only objects and arrays count.
    static func json(_ bytes: [UInt8], saysJSON: Bool) -> JSON? {
        let first = bytes.first { $0 > 0x20 }
        guard saysJSON || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        return JSON(ifValid: bytes)
    }

    private static func xml(_ bytes: [UInt8], _ type: MediaType) -> ObservedCall.Body? {
        do { _ = try XMLTree(parsing: bytes, charset: type.charset) } catch { return nil }
        return String(validating: bytes, as: UTF8.self).map(ObservedCall.Body.xml)
    }

    private static func parts(of bytes: [UInt8], _ type: MediaType) -> [ObservedCall.Part]? {
        let body: MultipartBody
        do { body = try MultipartBody(bytes, type) } catch { return nil }
        return body.parts.map { part in
            let content: ObservedCall.Part.Content
            let text = String(validating: part.bytes, as: UTF8.self)
            if part.content?.isJSON == true, let json = json(part.bytes, saysJSON: true) {
                content = .json(json)
            } else if let text, part.filename == nil || part.content?.essence.hasPrefix("text/") == true {
                content = .text(text)
            } else {
                content = .bytes(part.bytes)
            }
            return ObservedCall.Part(
                name: part.name, filename: part.filename, mediaType: part.content?.text, content: content)
        }
    }
}

extension ObservedCall.GraphQL {
    init?(_ json: JSON) {
        guard let members = json.objectValue, let text = members["query"]?.stringValue,
            members.keys.allSatisfy({ ["query", "variables", "operationName", "extensions"].contains($0) }),
            let document = GraphQLDocument(request: text), let first = document.operations.first
        else { return nil }
        self.document = text
        let given = members["variables"] ?? [:]
        variables = given.objectValue == nil ? [:] : given
        let name = members["operationName"]?.stringValue
        operationName = document.operations.count > 1 ? name : nil
        operation = name ?? first.name
    }
}
