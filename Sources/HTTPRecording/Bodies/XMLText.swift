import JSONValues

/// A serializer of XML, from trees or from the JSON form of `XMLTree.json(isList:)`.
package enum XMLText {
    /// Returns the document for an object with one member, the root; `nil` for any other shape or an invalid name.
    package static func text(of json: JSON) -> String? {
        guard case .object(let members) = json, members.count == 1, let root = members.first else { return nil }
        return element(root.key, root.value).map { "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\($0)\n" }
    }

    private static func element(_ name: String, _ value: JSON) -> String? {
        guard isName(name) else { return nil }
        switch value {
        case .array: return nil
        case .null, .bool, .number, .string: return "<\(name)>\(escaped(value.plain))</\(name)>"
        case .object(let members):
            var attributes = ""
            var content = ""
            for (key, value) in members {
                if key.hasPrefix("@") {
                    let attribute = String(key.dropFirst())
                    guard isName(attribute), value.arrayValue == nil, value.objectValue == nil else { return nil }
                    attributes += " \(attribute)=\"\(escaped(value.plain))\""
                } else if key == "#text" {
                    content += escaped(value.plain)
                } else {
                    for element in value.arrayValue ?? [value] {
                        guard let text = self.element(key, element) else { return nil }
                        content += text
                    }
                }
            }
            return "<\(name)\(attributes)>\(content)</\(name)>"
        }
    }

    package static func text(of tree: XMLTree) -> String { element(tree.root, in: nil) }

    /// Declares a namespace where it begins: without a prefix for elements, with one for attributes.
    private static func element(_ element: XMLTree.Element, in namespace: String?) -> String {
        var start = element.name.local
        if element.name.namespace != namespace { start += " xmlns=\"\(escaped(element.name.namespace ?? ""))\"" }
        for (index, attribute) in element.attributes.enumerated() {
            if attribute.name.namespace == xmlNamespace {
                start += " xml:\(attribute.name.local)"
            } else if let namespace = attribute.name.namespace {
                start += " xmlns:a\(index)=\"\(escaped(namespace))\" a\(index):\(attribute.name.local)"
            } else {
                start += " \(attribute.name.local)"
            }
            start += "=\"\(escaped(attribute.value))\""
        }
        let content = element.content.map { content in
            switch content {
            case .element(let child): self.element(child, in: element.name.namespace)
            case .text(let text): escaped(text.value)
            }
        }
        return "<\(start)>\(content.joined())</\(element.name.local)>"
    }

    /// The namespace of the prefix `xml` (Namespaces in XML 1.0, 3).
    static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    package static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "_-.".unicodeScalars.contains($0)
        }
    }

    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension JSON {
    fileprivate var plain: String {
        switch self {
        case .string(let text): text
        case .number, .bool: text(.compact)
        case .null, .array, .object: ""
        }
    }
}
