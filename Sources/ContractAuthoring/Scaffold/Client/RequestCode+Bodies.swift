import ContractFormat
import HTTPRecording
import JSONSchema

extension RequestCode {
    // MARK: - Multipart

    mutating func parts(_ parts: [PartContract]) throws(Gap) -> [String] {
        var written: [String] = []
        for part in parts {
            var arguments = [SwiftName.literal(part.name)]
            switch part.content {
            case .text(let value): arguments.append("Wire.data(\(try texts(of: value)))")
            case .json(let value) where value.placeholders.isEmpty:
                let text = (value.filled { _ in nil } ?? .null).text(.compact)
                arguments.append("Wire.data([\(SwiftName.literal(text))])")
            case .json(let value):
                guard let json = try json(value, named: "\(endpoint.name) \(part.name)") else {
                    throw Gap(reason: "its part '\(part.name)' is a constant")
                }
                arguments.append("[try Wire.json(\(json.expression))].compactMap(\\.self)")
            case .bytes(.base64(let template)):
                arguments.append("[try Wire.bytes(\(try texts(of: template)))].compactMap(\\.self)")
            case .schema, .bytes(.rule): throw Gap(reason: "its part '\(part.name)' is only described")
            }
            switch part.filename {
            case .none: break
            case .any: arguments.append("filename: \(SwiftName.literal(part.name))")
            case .value(let template):
                let (text, optional) = try text(of: template)
                if let optional { throw Gap(reason: "the file name '\(optional)' may be nil") }
                arguments.append("filename: \(text)")
            }
            if let type = part.mediaType { arguments.append("type: \(SwiftName.literal(type.text))") }
            written.append("Wire.Part(\(arguments.joined(separator: ", ")))")
        }
        return written
    }

    // MARK: - XML

    /// Returns the document as the content of a string literal. Namespaces are declared as defaults, without prefixes.
    mutating func document(_ element: XMLTemplate.Element, in namespace: String? = nil) throws(Gap) -> String {
        var start = element.name.local
        if element.name.namespace != namespace { start += " xmlns='\(Self.escaped(element.name.namespace ?? ""))'" }
        for attribute in element.attributes {
            guard attribute.name.namespace == nil else { throw Gap(reason: "an attribute of its XML has a namespace") }
            let texts = try texts(of: attribute.value)
            if attribute.value.solePlaceholder != nil {
                start += "\\(Wire.attribute(\(SwiftName.literal(attribute.name.local)), \(texts)))"
            } else {
                start += " \(attribute.name.local)='\\(Wire.escaped(\(texts)))'"
            }
        }
        // An element that consists of one argument can be omitted or repeated.
        if let text = element.text, text.solePlaceholder != nil, element.attributes.isEmpty {
            return
                "\\(Wire.elements(\"\(start)\", \(SwiftName.literal(element.name.local)), \(try texts(of: text))))"
        }
        var content = ""
        for child in element.content {
            switch child {
            case .element(let child): content += try document(child, in: element.name.namespace)
            case .text(let text):
                content +=
                    text.placeholders.isEmpty
                    ? Self.escaped(text.text { _ in nil } ?? "") : "\\(Wire.escaped(\(try texts(of: text))))"
            }
        }
        return "<\(start)>\(content)</\(element.name.local)>"
    }

    private static func escaped(_ text: String) -> String {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("'", with: "&apos;")
        return String(SwiftName.literal(escaped).dropFirst().dropLast())
    }
}

extension GraphQLContract {
    var json: TemplateValue {
        var members = [TemplateValue.Member(name: "query", value: .literal(.string(text)))]
        if let operationName {
            members.append(TemplateValue.Member(name: "operationName", value: .literal(.string(operationName))))
        }
        if case .object(let given) = variables, !given.isEmpty {
            members.append(TemplateValue.Member(name: "variables", value: variables))
        }
        return .object(members)
    }
}
