import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Extraction of arguments from a request body, or from the query of a GraphQL `GET` request.
struct BodyExtraction {
    private let endpoint: EndpointContract
    /// The placeholder values, none of a malformed body.
    private(set) var values: [Placeholder: JSON] = [:]

    /// Returns `nil` if a GraphQL request runs another operation.
    init?(of request: RecordedRequest, _ query: QueryPairs, to endpoint: EndpointContract) {
        guard let contract = endpoint.request else { return nil }
        self.endpoint = endpoint
        let (bytes, mediaType) = (request.body ?? [], request.contentType)
        switch contract.body {
        case .none, .form, .text(.schema), .bytes(.rule): break
        case .json(let template):
            if let json = JSON(ifValid: bytes) { collect(template, json) }
        case .schema(let schema):
            if let json = JSON(ifValid: bytes) { collect(schema, json) }
        case .text(.value(let value)):
            if case .template(let template) = value { collect(template, String(decoding: bytes, as: UTF8.self)) }
        case .bytes(.base64(let template)): collect(template, bytes)
        case .xml(let xml):
            do { collect(xml.root, try XMLTree(parsing: bytes, charset: mediaType.charset).root) } catch { return }
        case .multipart(let parts):
            do { collect(parts, try MultipartBody(bytes, mediaType)) } catch { return }
        case .graphql(let graphql):
            let sent = contract.isGraphQLByGet ? Self.json(query) : JSON(ifValid: bytes)
            guard let sent, graphql.isSameOperation(as: sent) else { return nil }
            collect(graphql.variables, sent["variables"] ?? [:])
        }
    }

    static func json(_ query: QueryPairs) -> JSON {
        var members: JSONObject = [:]
        for name in GraphQLContract.members {
            guard let text = query.values(of: name).first else { continue }
            members[name] = name == "variables" ? JSON(ifValid: text.utf8) : .string(text)
        }
        return .object(members)
    }

    // MARK: - Kinds of content

    private mutating func collect(_ template: TemplateValue, _ json: JSON) {
        switch template {
        case .literal: break
        case .template(let template):
            if let slot = template.soleSlot {
                let texts = (json.arrayValue ?? [json]).map(\.plainText)
                values[slot.placeholder] = slot.form == nil || json.isNull ? json : endpoint.value(of: slot, texts)
            } else if let text = json.stringValue {
                for piece in template.pieces(of: text) ?? []
                where piece.slot.separator == nil && values[piece.slot.placeholder] == nil {
                    values[piece.slot.placeholder] =
                        piece.slot.form == nil ? .string(piece.text) : endpoint.value(of: piece.slot, [piece.text])
                }
            }
        case .array(let elements):
            for (element, value) in zip(elements, json.arrayValue ?? []) { collect(element, value) }
        case .object(let members):
            for member in members {
                if let value = json[member.name] { collect(member.value, value) }
            }
        }
    }

    /// Collects the values of `const` placeholders at places that the schema determines.
    private mutating func collect(_ schema: BodySchema, _ json: JSON) {
        for template in schema.templates {
            var place = template.pointer.tokens.dropFirst(schema.pointer.tokens.count)
            guard place.popLast() == "const" else { continue }
            var found: JSON? = json
            while let keyword = place.popFirst() {
                switch keyword {
                case "properties": found = place.popFirst().flatMap { found?[$0] }
                case "items": found = found?.arrayValue?.first
                case "prefixItems":
                    found = place.popFirst().flatMap { Int($0) }.flatMap { index in
                        let elements = found?.arrayValue ?? []
                        return index < elements.count ? elements[index] : nil
                    }
                case "allOf": _ = place.popFirst()
                default: found = nil
                }
            }
            if let found { collect(template.value, found) }
        }
    }

    private mutating func collect(_ template: Template, _ text: String) {
        for piece in template.pieces(of: text) ?? [] where values[piece.slot.placeholder] == nil {
            values[piece.slot.placeholder] = endpoint.value(
                of: piece.slot, piece.slot.elements(of: piece.text) ?? [piece.text])
        }
    }

    private mutating func collect(_ template: Template, _ bytes: [UInt8]) {
        guard let placeholder = template.solePlaceholder else { return }
        // A redacted value is text, not bytes.
        let text = String(validating: bytes, as: UTF8.self)
        values[placeholder] = .string(text == placeholder.text ? placeholder.text : Data(bytes).base64EncodedString())
    }

    private mutating func collect(_ template: XMLTemplate.Element, _ element: XMLTree.Element) {
        for attribute in template.attributes {
            if let found = element.attributes.first(where: { $0.name == attribute.name }) {
                collect(attribute.value, found.value)
            }
        }
        if let text = template.text { collect(text, element.text) }
        var rest = element.elements[...]
        for case .element(let child) in template.content {
            let found = rest.filter { $0.name == child.name }
            guard let first = found.first else { continue }
            // An element that consists of its placeholder repeats for each array element.
            if let slot = child.text?.soleSlot, values[slot.placeholder] == nil {
                values[slot.placeholder] = endpoint.value(of: slot, found.map(\.text))
            }
            collect(child, first)
            if let index = rest.firstIndex(where: { $0.name == child.name }) { rest.remove(at: index) }
        }
    }

    private mutating func collect(_ parts: [PartContract], _ body: MultipartBody) {
        var met: [String: Int] = [:]
        for contract in parts {
            let found = body.parts(named: contract.name)
            let index = met[contract.name, default: 0]
            guard index < found.count else { continue }
            met[contract.name] = index + 1
            let part = found[index]
            if case .value(let template) = contract.filename, let filename = part.filename {
                collect(template, filename)
            }
            switch contract.content {
            case .text(.template(let template)):
                guard let slot = template.soleSlot else {
                    collect(template, String(decoding: part.bytes, as: UTF8.self))
                    continue
                }
                let texts = found[index...].map { String(decoding: $0.bytes, as: UTF8.self) }
                if values[slot.placeholder] == nil { values[slot.placeholder] = endpoint.value(of: slot, texts) }
            case .json(let template): if let json = JSON(ifValid: part.bytes) { collect(template, json) }
            case .schema(let schema): if let json = JSON(ifValid: part.bytes) { collect(schema, json) }
            case .bytes(.base64(let template)): collect(template, part.bytes)
            case .text, .bytes: break
            }
        }
    }
}

extension RequestContract {
    /// Whether the query of a GET holds the GraphQL request.
    var isGraphQLByGet: Bool { if case .graphql = body { method == "GET" } else { false } }
}

extension GraphQLContract {
    /// Whether a request runs this operation, by its name or, without one, by its document.
    func isSameOperation(as sent: JSON) -> Bool {
        guard let text = sent["query"]?.stringValue else { return false }
        let found: GraphQLDocument
        do { found = try GraphQLDocument(parsing: text) } catch { return false }
        let name = sent["operationName"]?.stringValue ?? found.operations.first?.name
        return name == nil || operation == nil ? found == document : name == operation
    }
}
