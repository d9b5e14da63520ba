import Foundation
import JSONValues

/// An XML document in comparable form: elements, attributes and text by expanded name (Namespaces in XML 1.0).
///
/// It omits comments, processing instructions, the XML declaration, namespace prefixes, attribute order and blanks
/// between elements. Document type declarations are rejected, and so are all entities except the five predefined ones.
package struct XMLTree: Sendable {
    package struct Name: Sendable, Hashable {
        package let namespace: String?
        package let local: String
    }

    package struct Attribute: Sendable {
        package let name: Name
        /// The name as written, with its prefix.
        package let written: String
        package let value: String
        /// The byte range of the value between its quotes; `nil` for a document that is not UTF-8.
        let range: Range<Int>?
    }

    package struct Element: Sendable {
        package let name: Name
        package let written: String
        /// The attributes sorted by name, without namespace declarations.
        package fileprivate(set) var attributes: [Attribute]
        /// Child elements and text in document order. Blank text is kept only if an element contains nothing else.
        package fileprivate(set) var content: [Content]

        package var elements: [Element] {
            content.compactMap { if case .element(let element) = $0 { element } else { nil } }
        }

        package var text: String {
            content.reduce(into: "") { if case .text(let text) = $1 { $0 += text.value } }
        }
    }

    package struct Text: Sendable {
        package let value: String
        let range: Range<Int>?
    }

    package enum Content: Sendable {
        case element(Element)
        case text(Text)
    }

    package static let maximumDepth = 256

    package let root: Element

    /// Parses a document in UTF-8, UTF-16 with a byte order mark, US-ASCII or ISO 8859-1.
    ///
    /// - Parameter charset: the encoding from the media type, which overrides the XML declaration.
    package init(parsing bytes: [UInt8], charset: String? = nil) throws(BodySyntaxError) {
        var parser = try XMLDocumentParser(bytes, charset: charset)
        root = try parser.document()
    }

    package init(parsing text: String) throws(BodySyntaxError) {
        try self.init(parsing: Array(text.utf8), charset: "utf-8")
    }

    init(root: Element) { self.root = root }
}

extension XMLTree: Hashable {
    /// A flat form for equality: start tags with attributes, text, and an empty list for each end tag.
    private var events: [[String?]] {
        var events: [[String?]] = []
        func walk(_ element: Element) {
            let attributes = element.attributes.flatMap { attribute -> [String?] in
                [attribute.name.namespace, attribute.name.local, attribute.value]
            }
            events.append([element.name.namespace, element.name.local] + attributes)
            for content in element.content {
                switch content {
                case .element(let element): walk(element)
                case .text(let text): events.append([text.value])
                }
            }
            events.append([])
        }
        walk(root)
        return events
    }

    package static func == (lhs: XMLTree, rhs: XMLTree) -> Bool { lhs.events == rhs.events }

    package func hash(into hasher: inout Hasher) { hasher.combine(events) }
}

extension XMLTree {
    /// Returns the document as JSON, for schemas and pointers: an object whose only member is the root element.
    ///
    /// - An element without attributes and child elements is a string: its text.
    /// - Any other element is an object. Attributes become members named `@name`, child elements members by name.
    ///   Repeated elements form an array. The element's own text is the trimmed member `#text`.
    /// - Names are local names. A prefixed name outside the root's namespace keeps its prefix: `atom:link`.
    ///
    /// - Parameter isList: decides whether the element at a path of member names is always an array. Array elements add
    ///   no name to the path.
    package func json(isList: (_ path: [String]) -> Bool = { _ in false }) -> JSON {
        func name(_ name: Name, _ written: String) -> String {
            name.namespace == root.name.namespace ? name.local : written
        }
        func value(_ element: Element, at path: [String]) -> JSON {
            let children = element.elements
            guard !children.isEmpty || !element.attributes.isEmpty else { return .string(element.text) }
            var members: [(String, JSON)] = element.attributes.map {
                ("@" + name($0.name, $0.written), .string($0.value))
            }
            for (childName, alike) in children.grouped(by: { name($0.name, $0.written) }) {
                let path = path + [childName]
                let values = alike.map { value($0, at: path) }
                members.append((childName, values.count > 1 || isList(path) ? .array(values) : values[0]))
            }
            let text = element.text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\r"))
            if !text.isEmpty { members.append(("#text", .string(text))) }
            return .object(JSONObject(members))
        }
        let rootName = root.name.local
        return .object(JSONObject([(rootName, value(root, at: [rootName]))]))
    }

    func difference(from other: XMLTree) -> (path: String, own: String, other: String)? {
        func difference(_ own: Element, _ other: Element, _ path: String) -> (path: String, own: String, other: String)?
        {
            for attribute in own.attributes {
                let value = other.attributes.first { $0.name == attribute.name }?.value
                if value != attribute.value {
                    return ("\(path)/@\(attribute.written)", attribute.value, value ?? "nothing")
                }
            }
            for attribute in other.attributes where !own.attributes.contains(where: { $0.name == attribute.name }) {
                return ("\(path)/@\(attribute.written)", "nothing", attribute.value)
            }
            if own.text != other.text { return (path, own.text, other.text) }
            let (children, others) = (own.elements, other.elements)
            for (child, other) in zip(children, others) {
                if child.name != other.name { return (path, "<\(child.written)>", "<\(other.written)>") }
                if let found = difference(child, other, "\(path)/\(child.written)") { return found }
            }
            if let more = children.dropFirst(others.count).first { return (path, "<\(more.written)>", "nothing") }
            if let more = others.dropFirst(children.count).first { return (path, "nothing", "<\(more.written)>") }
            // The same text may be elsewhere between the elements.
            return own.outline == other.outline ? nil : (path, own.outline, other.outline)
        }
        if root.name != other.root.name { return ("the root", "<\(root.written)>", "<\(other.root.written)>") }
        return difference(root, other.root, "/\(root.written)")
    }

    /// The documents that result from removing one element or attribute, each with the path of the removed node.
    package var reductions: [(path: String, tree: XMLTree)] {
        func reductions(_ element: Element, _ path: String) -> [(path: String, element: Element)] {
            var found: [(path: String, element: Element)] = []
            for (index, attribute) in element.attributes.enumerated() {
                var rest = element
                rest.attributes.remove(at: index)
                found.append(("\(path)/@\(attribute.written)", rest))
            }
            for (index, content) in element.content.enumerated() {
                guard case .element(let child) = content else { continue }
                let place = "\(path)/\(child.written)"
                var rest = element
                rest.content.remove(at: index)
                found.append((place, rest))
                for reduction in reductions(child, place) {
                    rest = element
                    rest.content[index] = .element(reduction.element)
                    found.append((reduction.path, rest))
                }
            }
            return found
        }
        return reductions(root, "/\(root.written)").map { ($0.path, XMLTree(root: $0.element)) }
    }

    package func eachValue(_ use: (_ name: String, _ path: [String], _ value: String, _ range: Range<Int>) -> Void) {
        func walk(_ element: Element, _ path: [String]) {
            let path = path + [element.name.local]
            for attribute in element.attributes {
                guard let range = attribute.range else { continue }
                use(attribute.name.local, path + ["@" + attribute.name.local], attribute.value, range)
            }
            for content in element.content {
                switch content {
                case .element(let element): walk(element, path)
                case .text(let text): if let range = text.range { use(element.name.local, path, text.value, range) }
                }
            }
        }
        walk(root, [])
    }
}

extension XMLTree.Element {
    /// The texts and child elements in order, such as `before <b> after`.
    fileprivate var outline: String {
        content.map { content in
            switch content {
            case .element(let child): "<\(child.name.local)>"
            case .text(let text): XMLText.escaped(text.value)
            }
        }.joined(separator: " ")
    }
}

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
        String(decoding: CharacterReferences.encode(Array(text.utf8)), as: UTF8.self)
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
