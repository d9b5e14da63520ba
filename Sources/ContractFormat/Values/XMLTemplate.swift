import HTTPRecording
import JSONSchema

package struct XMLTemplate: Sendable {
    package struct Attribute: Sendable {
        package let name: XMLTree.Name
        package let written: String
        package let value: Template
    }

    package struct Element: Sendable {
        package let name: XMLTree.Name
        package let written: String
        package let attributes: [Attribute]
        package let content: [Content]

        package var text: Template? {
            if content.count == 1, case .text(let template) = content[0] { template } else { nil }
        }
    }

    package enum Content: Sendable {
        case element(Element)
        case text(Template)
    }

    package let root: Element

    package var templates: [Template] {
        func templates(_ element: Element) -> [Template] {
            element.attributes.map(\.value)
                + element.content.flatMap { content -> [Template] in
                    switch content {
                    case .element(let element): templates(element)
                    case .text(let template): [template]
                    }
                }
        }
        return templates(root)
    }

    init?(reading reader: ContractCursor) {
        guard let text = reader.string() else { return nil }
        let tree: XMLTree
        do { tree = try XMLTree(parsing: text) } catch {
            reader.fault("not XML: \(error)")
            return nil
        }
        do { root = try Self.element(tree.root) } catch {
            reader.fault(error.message)
            return nil
        }
    }

    private static func element(_ tree: XMLTree.Element) throws(Template.SyntaxError) -> Element {
        let attributes = try tree.attributes.map { attribute throws(Template.SyntaxError) in
            Attribute(name: attribute.name, written: attribute.written, value: try Template(parsing: attribute.value))
        }
        let content = try tree.content.map { child throws(Template.SyntaxError) -> Content in
            switch child {
            case .element(let child): .element(try element(child))
            case .text(let text): .text(try Template(parsing: text.value))
            }
        }
        return Element(name: tree.name, written: tree.written, attributes: attributes, content: content)
    }
}
