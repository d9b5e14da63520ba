import ContractFormat
import HTTPRecording
import JSONSchema

/// A matcher of XML bodies against a template, by structure.
struct XMLMatcher {
    let values: ExpectedValues
    let place: JSONPointer

    func mismatches(of bytes: [UInt8], _ mediaType: MediaType, _ template: XMLTemplate) -> [Finding] {
        do { return mismatches(of: try XMLTree(parsing: bytes, charset: mediaType.charset), template) } catch {
            return .one(
                RequestRule.body, "the body is not XML: \(error)", expected: "XML",
                found: .excerpt(String(decoding: bytes, as: UTF8.self)), at: place, about: ["unreadable"])
        }
    }

    private func mismatches(of tree: XMLTree, _ template: XMLTemplate) -> [Finding] {
        guard tree.root.name == template.root.name else {
            return mismatch(
                "the root element differs", expected: Self.name(template.root.written, template.root.name),
                found: Self.name(tree.root.written, tree.root.name), about: ["unexpected"])
        }
        return mismatches(of: tree.root, template.root, "/\(template.root.written)", element: nil)
    }

    private func mismatch(
        _ message: String, expected: String, found: String, about subject: [String] = []
    ) -> [Finding] {
        .one(
            RequestRule.body, MessageText(message), expected: .excerpt(expected), found: .excerpt(found), at: place,
            about: subject)
    }

    private static func name(_ written: String, _ name: XMLTree.Name) -> String {
        name.namespace.map { "\(written) (\($0))" } ?? written
    }

    /// A required element of the template, with the list element that it repeats for.
    private typealias Wanted = (template: XMLTemplate.Element, element: JSON?)

    private func mismatches(
        of found: XMLTree.Element, _ template: XMLTemplate.Element, _ path: String, element: JSON?
    ) -> [Finding] {
        attributes(of: found, template, path) + texts(of: found, template, path, element)
            + children(of: found, template, path)
    }

    private func attributes(of found: XMLTree.Element, _ template: XMLTemplate.Element, _ path: String) -> [Finding] {
        var rest = found.attributes
        var mismatches: [Finding] = []
        for attribute in template.attributes {
            let expected = attribute.value.filled(values.value).map(\.plainText)
            let index = rest.firstIndex { $0.name == attribute.name }
            let other = index.map { rest.remove(at: $0).value }
            let fault: String
            switch (expected, other) {
            case (nil, nil): continue
            case (let expected?, let other?):
                if isMet(attribute.value, expected, by: other, isBlank: " \t\r\n") { continue }
                fault = "differs"
            case (_?, nil): fault = "is missing"
            case (nil, _?): fault = "is present, but its argument is missing"
            }
            mismatches += mismatch(
                "the attribute '\(path)/@\(attribute.written)' \(fault)", expected: expected ?? "nothing",
                found: other ?? "nothing")
        }
        return mismatches
            + rest.flatMap {
                mismatch(
                    "the attribute '\(path)/@\($0.written)' is not in the contract", expected: "nothing",
                    found: $0.value, about: ["unexpected"])
            }
    }

    private func texts(
        of found: XMLTree.Element, _ template: XMLTemplate.Element, _ path: String, _ element: JSON?
    ) -> [Finding] {
        if let element {
            if values.isMet(.literal(element), element.plainText, by: found.text) { return [] }
            return mismatch("the text of '\(path)' differs", expected: element.plainText, found: found.text)
        }
        let templates = template.content.compactMap { if case .text(let text) = $0 { text } else { nil } }
        // Whitespace between elements is not text, even if all elements are omitted.
        if templates.isEmpty, !template.content.isEmpty, found.text.allSatisfy(\.isWhitespace) { return [] }
        if templates.count == 1 {
            let expected = templates[0].text(values.value) ?? ""
            if isMet(templates[0], expected, by: found.text, isBlank: "\r\n") { return [] }
            let lost = DifferenceCause.clause(expected: expected, found: found.text)
            return mismatch("the text of '\(path)' differs\(lost)", expected: expected, found: found.text)
        }
        let expected = templates.map { $0.text(values.value) ?? "" }.joined()
        if expected.utf8.elementsEqual(found.text.utf8) { return [] }
        return mismatch("the text of '\(path)' differs", expected: expected, found: found.text)
    }

    /// Whether a string matches a template, after XML's whitespace normalization (XML 1.0, sections 2.11 and 3.3.3).
    private func isMet(_ template: Template, _ expected: String, by found: String, isBlank blanks: String) -> Bool {
        if values.isMet(template, expected, by: found) { return true }
        let blanks = blanks.unicodeScalars
        func folded(_ text: String) -> [Unicode.Scalar] {
            text.replacing("\r\n", with: "\n").unicodeScalars.map { blanks.contains($0) ? " " : $0 }
        }
        return folded(expected) == folded(found)
    }

    private func children(of found: XMLTree.Element, _ template: XMLTemplate.Element, _ path: String) -> [Finding] {
        let wanted = template.content.flatMap { content -> [Wanted] in
            if case .element(let element) = content { self.wanted(element) } else { [] }
        }
        var mismatches: [Finding] = []
        let others = found.elements
        var (due, sent) = (wanted[...], others[...])
        while !due.isEmpty || !sent.isEmpty {
            let (expected, other) = (due.first, sent.first)
            if let expected, let other, expected.template.name == other.name {
                let alike = others.indices.filter { others[$0].name == other.name }
                let number = alike.count == 1 ? "" : "[\(alike.prefix { $0 < sent.startIndex }.count + 1)]"
                mismatches += self.mismatches(
                    of: other, expected.template, "\(path)/\(expected.template.written)\(number)",
                    element: expected.element)
                (due, sent) = (due.dropFirst(), sent.dropFirst())
            } else if let other, !due.contains(where: { $0.template.name == other.name }) {
                mismatches += mismatch(
                    "the element '\(path)/\(other.written)' is not in the contract", expected: "nothing",
                    found: "<\(Self.name(other.written, other.name))>", about: ["unexpected"])
                sent.removeFirst()
            } else if let expected, !sent.contains(where: { $0.name == expected.template.name }) {
                mismatches += mismatch(
                    "the element '\(path)/\(expected.template.written)' is missing",
                    expected: "<\(Self.name(expected.template.written, expected.template.name))>",
                    found: other.map { "<\(Self.name($0.written, $0.name))>" } ?? "nothing")
                due.removeFirst()
            } else {
                let (own, found) = (expected?.template.written ?? "", other?.written ?? "")
                return mismatches
                    + mismatch(
                        "the elements of '\(path)' are in a different order", expected: "<\(own)>", found: "<\(found)>")
            }
        }
        return mismatches
    }

    /// Returns no element for an absent argument, and one element per element of a list.
    private func wanted(_ template: XMLTemplate.Element) -> [Wanted] {
        guard let text = template.text, text.solePlaceholder != nil else {
            return [(template, nil)]
        }
        let elements = values.repetitions(of: .template(text)) ?? (template.attributes.isEmpty ? [] : [nil])
        return elements.map { (template, $0) }
    }
}
