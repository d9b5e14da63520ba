import Foundation

/// A single-pass XML parser that keeps open elements on its own stack.
///
/// Foundation's parser is a separate library on Linux, which adds 40 ms to every start of the program. It also expands
/// the entities of a document type.
struct XMLDocumentParser {
    private let bytes: [UInt8]
    /// Whether value ranges refer to the source bytes; false after a conversion to UTF-8.
    private let hasRanges: Bool
    private var index = 0

    private static let maximumNamespaces = 256

    private struct Open {
        let name: XMLTree.Name
        let written: String
        let attributes: [XMLTree.Attribute]
        var content: [XMLTree.Content] = []
        var text: [UInt8] = []
        var textRange: Range<Int>?
        var hasElements = false
        let namespaces: [String: String]
    }

    init(_ source: [UInt8], charset: String?) throws(BodySyntaxError) {
        var bytes = source
        if source.starts(with: [0xFE, 0xFF]) || source.starts(with: [0xFF, 0xFE]) {
            guard let text = String(bytes: source, encoding: .utf16) else {
                throw BodySyntaxError("the text is not UTF-16")
            }
            bytes = Array(text.utf8)
        } else {
            switch charset?.lowercased() ?? Self.declaredEncoding(bytes) {
            case "utf-8", "utf8", "us-ascii", "ascii", nil:
                guard String(validating: bytes, as: UTF8.self) != nil else {
                    throw BodySyntaxError("the text is not UTF-8")
                }
            case "iso-8859-1", "iso8859-1", "latin1", "latin-1": bytes = Array(String(latin1: bytes).utf8)
            case let named?:
                throw BodySyntaxError(
                    "the encoding '\(named)' is not supported: expected UTF-8, UTF-16 or ISO-8859-1")
            }
        }
        self.bytes = bytes
        hasRanges = bytes.count == source.count
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard start.contains("<?xml"), let end = start.firstRange(of: "?>") else { return nil }
        let match = start[..<end.lowerBound].firstMatch(of: /encoding\s*=\s*["']([A-Za-z0-9._\-]+)["']/)
        return match.map { $0.output.1.lowercased() }
    }

    private func failure(_ message: String, at offset: Int? = nil) -> BodySyntaxError {
        BodySyntaxError(message, at: offset ?? index, in: bytes)
    }

    // MARK: - Structure

    mutating func document() throws(BodySyntaxError) -> XMLTree.Element {
        var open: [Open] = []
        var root: XMLTree.Element?
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else {
                if open.isEmpty { try blanks(afterRoot: root != nil) } else { try text(into: &open[open.count - 1]) }
                continue
            }
            if try skippedMarkup() { continue }
            if starts("<![CDATA[") {
                guard !open.isEmpty else { throw failure("text outside the root element") }
                try section(into: &open[open.count - 1])
            } else if starts("<!") {
                throw failure(
                    starts("<!DOCTYPE")
                        ? "a document type declaration (DOCTYPE) is refused: entities and external files are never read"
                        : "expected a comment, a CDATA section or a tag")
            } else if starts("</") {
                guard let last = open.last else { throw failure("an end tag before the root element") }
                try end(of: last.written)
                close(&open, &root)
            } else {
                guard root == nil else { throw failure("a second root element begins here") }
                let (element, isEmpty) = try startTag(in: open.last?.namespaces ?? [:])
                if !open.isEmpty {
                    open[open.count - 1].hasElements = true
                    flush(&open[open.count - 1], isLast: false)
                }
                guard isEmpty || open.count < XMLTree.maximumDepth else {
                    throw failure("elements are nested deeper than \(XMLTree.maximumDepth)")
                }
                open.append(element)
                if isEmpty { close(&open, &root) }
            }
        }
        if let last = open.last { throw failure("the document ends inside '<\(last.written)>'") }
        guard let root else { throw failure("expected a root element") }
        return root
    }

    private func close(_ open: inout [Open], _ root: inout XMLTree.Element?) {
        guard var last = open.popLast() else { return }
        flush(&last, isLast: true)
        let element = XMLTree.Element(
            name: last.name, written: last.written, attributes: last.attributes, content: last.content)
        if open.isEmpty { root = element } else { open[open.count - 1].content.append(.element(element)) }
    }

    private func flush(_ element: inout Open, isLast: Bool) {
        defer {
            element.text = []
            element.textRange = nil
        }
        guard !element.text.isEmpty else { return }
        let isBlank = element.text.allSatisfy(\.isASCIIWhitespace)
        if isBlank, element.hasElements || !isLast { return }
        element.content.append(
            .text(XMLTree.Text(value: decoded(element.text[...]), range: hasRanges ? element.textRange : nil)))
    }

    private mutating func blanks(afterRoot: Bool) throws(BodySyntaxError) {
        guard bytes[index].isASCIIWhitespace else {
            throw failure(afterRoot ? "text after the root element" : "expected '<'")
        }
        index += 1
    }

    /// Skips a comment or processing instruction. Returns whether there was one.
    private mutating func skippedMarkup() throws(BodySyntaxError) -> Bool {
        let isComment = starts("<!--")
        guard isComment || starts("<?") else { return false }
        let start = index
        index += isComment ? 4 : 2
        guard skip(past: isComment ? "-->" : "?>") else {
            throw failure(
                isComment ? "a comment is never closed" : "a processing instruction is never closed", at: start)
        }
        return true
    }

    private mutating func section(into element: inout Open) throws(BodySyntaxError) {
        let start = index
        index += 9
        let first = index
        guard skip(past: "]]>") else { throw failure("a CDATA section is never closed", at: start) }
        append(bytes[first..<(index - 3)], from: start..<index, to: &element)
    }

    private mutating func text(into element: inout Open) throws(BodySyntaxError) {
        let start = index
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let value = try resolved(start..<end, isAttribute: false)
        index = end
        append(value[...], from: start..<end, to: &element)
    }

    private func append(_ text: ArraySlice<UInt8>, from range: Range<Int>, to element: inout Open) {
        element.text += text
        element.textRange = (element.textRange?.lowerBound ?? range.lowerBound)..<range.upperBound
    }

    // MARK: - Tags

    private mutating func startTag(
        in outer: [String: String]
    ) throws(BodySyntaxError) -> (element: Open, isEmpty: Bool) {
        index += 1
        let written = try name()
        var namespaces = outer
        var found: [(written: String, value: String, range: Range<Int>, offset: Int)] = []
        while true {
            let hadBlank = skipBlanks()
            guard index < bytes.count else { throw failure("the document ends inside the tag '<\(written)'") }
            if bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "/") { break }
            guard hadBlank else { throw failure("expected a space before an attribute of '<\(written)'") }
            let offset = index
            let attribute = try name()
            skipBlanks()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
                throw failure("expected '=' after the attribute '\(attribute)'")
            }
            index += 1
            skipBlanks()
            guard index < bytes.count, case let quote = bytes[index], quote == 0x22 || quote == 0x27 else {
                throw failure("expected the value of '\(attribute)' in quotes")
            }
            guard let end = bytes[(index + 1)...].firstIndex(of: quote) else {
                throw failure("the value of '\(attribute)' is never closed")
            }
            let range = index + 1..<end
            if let inner = bytes[range].firstIndex(of: UInt8(ascii: "<")) {
                throw failure("'<' is in the value of '\(attribute)': write '&lt;'", at: inner)
            }
            let value = decoded(try resolved(range, isAttribute: true)[...])
            index = end + 1
            if attribute == "xmlns" {
                namespaces[""] = value
            } else if attribute.hasPrefix("xmlns:") {
                namespaces[String(attribute.dropFirst(6))] = value
            } else {
                found.append((attribute, value, range, offset))
            }
        }
        // Each declaration copies the namespaces in scope. The limit bounds that work.
        if namespaces.count > Self.maximumNamespaces {
            throw failure("more than \(Self.maximumNamespaces) namespaces are declared")
        }
        let isEmpty = bytes[index] == UInt8(ascii: "/")
        if isEmpty { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else { throw failure("expected '>'") }
        index += 1
        var attributes: [XMLTree.Attribute] = []
        var names: Set<XMLTree.Name> = []
        for attribute in found {
            let name = try expanded(attribute.written, namespaces, isAttribute: true, at: attribute.offset)
            guard names.insert(name).inserted else {
                throw failure("the attribute '\(attribute.written)' occurs twice", at: attribute.offset)
            }
            attributes.append(
                XMLTree.Attribute(
                    name: name, written: attribute.written, value: attribute.value,
                    range: hasRanges ? attribute.range : nil))
        }
        attributes.sort { ($0.name.namespace ?? "", $0.name.local) < ($1.name.namespace ?? "", $1.name.local) }
        let name = try expanded(written, namespaces, isAttribute: false, at: index)
        return (Open(name: name, written: written, attributes: attributes, namespaces: namespaces), isEmpty)
    }

    private mutating func end(of written: String) throws(BodySyntaxError) {
        let start = index
        index += 2
        let name = try name()
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: ">") else { throw failure("expected '>'") }
        index += 1
        if name != written { throw failure("'</\(name)>' ends '<\(written)>'", at: start) }
    }

    private func expanded(
        _ written: String, _ namespaces: [String: String], isAttribute: Bool, at offset: Int
    ) throws(BodySyntaxError) -> XMLTree.Name {
        let sides = written.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2 else {
            let space = isAttribute ? nil : namespaces[""]
            return XMLTree.Name(namespace: space == "" ? nil : space, local: written)
        }
        if sides[0] == "xml" { return XMLTree.Name(namespace: XMLText.xmlNamespace, local: sides[1]) }
        guard let space = namespaces[sides[0]] else {
            throw failure("no namespace is declared for the prefix of '\(written)'", at: offset)
        }
        return XMLTree.Name(namespace: space, local: sides[1])
    }

    private mutating func name() throws(BodySyntaxError) -> String {
        let start = index
        while index < bytes.count, Self.isNameByte(bytes[index], isFirst: index == start) { index += 1 }
        guard index > start else { throw failure("expected a name") }
        return decoded(bytes[start..<index])
    }

    /// Returns whether a name may contain the byte: letters, digits, `-`, `.`, `_`, `:` and all non-ASCII bytes.
    private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...: true
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }

    // MARK: - Bytes

    /// Returns text or an attribute value with resolved references and normalized line ends (XML 1.0, 2.11 and 3.3.3).
    private func resolved(_ range: Range<Int>, isAttribute: Bool) throws(BodySyntaxError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "&"):
                let (reference, length) = try reference(at: offset, before: range.upperBound)
                result += reference
                offset += length
            case 0x0D:
                result.append(isAttribute ? 0x20 : 0x0A)
                offset += offset + 1 < range.upperBound && bytes[offset + 1] == 0x0A ? 2 : 1
            case 0x09, 0x0A:
                result.append(isAttribute ? 0x20 : byte)
                offset += 1
            case ..<0x20:
                throw failure("the control character U+00\(String(byte, radix: 16)) is not allowed", at: offset)
            default:
                result.append(byte)
                offset += 1
            }
        }
        return result
    }

    private func reference(at offset: Int, before end: Int) throws(BodySyntaxError) -> (bytes: [UInt8], length: Int) {
        guard let close = bytes[offset..<min(end, offset + 16)].firstIndex(of: UInt8(ascii: ";")) else {
            throw failure("'&' does not begin a reference: write '&amp;'", at: offset)
        }
        let name = String(decoding: bytes[(offset + 1)..<close], as: UTF8.self)
        let length = close + 1 - offset
        let predefined = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        if let character = predefined[name] { return (Array(character.utf8), length) }
        guard name.hasPrefix("#") else {
            throw failure("the entity '&\(name);' is not declared: only amp, lt, gt, quot and apos are", at: offset)
        }
        let digits = name.dropFirst()
        let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = value.flatMap(Unicode.Scalar.init),
            scalar.value >= 0x20 || [9, 10, 13].contains(scalar.value)
        else { throw failure("'&\(name);' is not a character", at: offset) }
        return (Array(String(scalar).utf8), length)
    }

    private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    private func starts(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func skip(past text: String) -> Bool {
        guard let range = bytes[index...].firstRange(of: Array(text.utf8)) else { return false }
        index = range.upperBound
        return true
    }

    @discardableResult
    private mutating func skipBlanks() -> Bool {
        let start = index
        while index < bytes.count, bytes[index].isASCIIWhitespace { index += 1 }
        return index > start
    }
}
