import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Extraction of arguments from a request body, or from the query of a GraphQL `GET` request.
struct BodyExtraction {
    let endpoint: EndpointContract
    let contract: RequestContract

    /// Returns the placeholder values, none for a malformed body, or `nil` if a GraphQL request runs another operation.
    func values(of request: RecordedRequest, _ query: QueryPairs) -> [Placeholder: JSON]? {
        var values: [Placeholder: JSON] = [:]
        let (bytes, mediaType) = (request.body ?? [], request.contentType)
        switch contract.body {
        case .none, .form, .text(.schema), .bytes(.rule): break
        case .json(let template):
            if let json = Self.json(bytes) { collect(template, json, into: &values) }
        case .schema(let schema):
            if let json = Self.json(bytes) { collect(schema, json, into: &values) }
        case .text(.value(let value)):
            if case .template(let template) = value {
                collect(template, String(decoding: bytes, as: UTF8.self), into: &values)
            }
        case .bytes(.base64(let template)): collect(template, bytes, into: &values)
        case .xml(let xml):
            do { collect(xml.root, try XMLTree(parsing: bytes, charset: mediaType.charset).root, into: &values) } catch
            {
                return values
            }
        case .multipart(let parts):
            do { collect(parts, try MultipartBody(bytes, mediaType), into: &values) } catch { return values }
        case .graphql(let graphql):
            let sent = contract.isGraphQLByGet ? Self.json(query) : Self.json(bytes)
            guard let sent, graphql.isSameOperation(as: sent) else { return nil }
            collect(graphql.variables, sent["variables"] ?? [:], into: &values)
        }
        return values
    }

    private static func json(_ bytes: [UInt8]) -> JSON? {
        do { return try JSON(parsing: bytes) } catch { return nil }
    }

    private static func json(_ query: QueryPairs) -> JSON {
        var members: JSONObject = [:]
        for name in GraphQLContract.members {
            guard let text = query.values(of: name).first else { continue }
            members[name] = name == "variables" ? json(Array(text.utf8)) : .string(text)
        }
        return .object(members)
    }

    // MARK: - Kinds of content

    private func collect(_ template: TemplateValue, _ json: JSON, into values: inout [Placeholder: JSON]) {
        switch template {
        case .literal: break
        case .template(let template):
            if let slot = template.soleSlot {
                let texts = (json.arrayValue ?? [json]).map(\.plainText)
                values[slot.placeholder] = slot.form == nil || json.isNull ? json : value(of: slot, texts)
            } else if let text = json.stringValue {
                for piece in template.pieces(of: text) ?? []
                where piece.slot.separator == nil && values[piece.slot.placeholder] == nil {
                    values[piece.slot.placeholder] =
                        piece.slot.form == nil ? .string(piece.text) : value(of: piece.slot, [piece.text])
                }
            }
        case .array(let elements):
            for (element, value) in zip(elements, json.arrayValue ?? []) { collect(element, value, into: &values) }
        case .object(let members):
            for member in members {
                if let value = json[member.name] { collect(member.value, value, into: &values) }
            }
        }
    }

    /// Collects the values of `const` placeholders at places that the schema determines.
    private func collect(_ schema: BodySchema, _ json: JSON, into values: inout [Placeholder: JSON]) {
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
            if let found { collect(template.value, found, into: &values) }
        }
    }

    private func collect(_ template: Template, _ text: String, into values: inout [Placeholder: JSON]) {
        for piece in template.pieces(of: text) ?? [] where values[piece.slot.placeholder] == nil {
            values[piece.slot.placeholder] = value(
                of: piece.slot,
                piece.slot.separator.map {
                    piece.text.split(separator: $0, omittingEmptySubsequences: false).map(String.init)
                } ?? [piece.text])
        }
    }

    private func value(of slot: Template.Slot, _ texts: [String]) -> JSON? {
        switch slot.placeholder {
        case .name(let name): endpoint.argument(name)?.value(of: texts, in: slot)
        case .environment: texts.first.map(JSON.string)
        }
    }

    private func collect(_ template: Template, _ bytes: [UInt8], into values: inout [Placeholder: JSON]) {
        guard let placeholder = template.solePlaceholder else { return }
        // A redacted value is text, not bytes.
        let text = String(validating: bytes, as: UTF8.self)
        values[placeholder] =
            text == placeholder.text ? .string(placeholder.text) : .string(Data(bytes).base64EncodedString())
    }

    private func collect(
        _ template: XMLTemplate.Element, _ element: XMLTree.Element, into values: inout [Placeholder: JSON]
    ) {
        for attribute in template.attributes {
            if let found = element.attributes.first(where: { $0.name == attribute.name }) {
                collect(attribute.value, found.value, into: &values)
            }
        }
        if let text = template.text { collect(text, element.text, into: &values) }
        var rest = element.elements[...]
        for case .element(let child) in template.content {
            let found = rest.filter { $0.name == child.name }
            guard let first = found.first else { continue }
            // An element that consists of its placeholder repeats for each array element.
            if let slot = child.text?.soleSlot, values[slot.placeholder] == nil {
                values[slot.placeholder] = value(of: slot, found.map(\.text))
            }
            collect(child, first, into: &values)
            if let index = rest.firstIndex(where: { $0.name == child.name }) { rest.remove(at: index) }
        }
    }

    private func collect(_ parts: [PartContract], _ body: MultipartBody, into values: inout [Placeholder: JSON]) {
        var met: [String: Int] = [:]
        for contract in parts {
            let found = body.parts(named: contract.name)
            let index = met[contract.name, default: 0]
            guard index < found.count else { continue }
            met[contract.name] = index + 1
            let part = found[index]
            if case .value(let template) = contract.filename, let filename = part.filename {
                collect(template, filename, into: &values)
            }
            switch contract.content {
            case .text(.template(let template)):
                guard let slot = template.soleSlot else {
                    collect(template, String(decoding: part.bytes, as: UTF8.self), into: &values)
                    continue
                }
                let texts = found[index...].map { String(decoding: $0.bytes, as: UTF8.self) }
                if values[slot.placeholder] == nil { values[slot.placeholder] = value(of: slot, texts) }
            case .json(let template): if let json = Self.json(part.bytes) { collect(template, json, into: &values) }
            case .schema(let schema): if let json = Self.json(part.bytes) { collect(schema, json, into: &values) }
            case .bytes(.base64(let template)): collect(template, part.bytes, into: &values)
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
