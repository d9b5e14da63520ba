/// A GraphQL document as its tokens (GraphQL, October 2021, section 2), without white space, commas and comments.
package struct GraphQLDocument: Sendable, Hashable {
    package struct Operation: Sendable, Hashable {
        /// `query`, `mutation` or `subscription`.
        package let kind: String
        package let name: String?
    }

    /// Punctuators, names and numbers, verbatim, and strings in one notation.
    let tokens: [String]
    package let operations: [Operation]

    package init(parsing text: String) throws(BodySyntaxError) {
        var lexer = GraphQLLexer(text)
        tokens = try lexer.tokens()
        operations = Self.operations(in: tokens)
    }

    /// Parses text from a request. Returns `nil` if the text is not a document with an operation.
    package init?(request text: String) {
        guard text.contains("{") else { return nil }
        do { try self.init(parsing: text) } catch {
            return nil  // The text is not GraphQL.
        }
        if operations.isEmpty { return nil }
    }

    package var normalized: String { tokens.joined(separator: " ") }

    /// Returns a few tokens of each document around their first difference; `nil` if the documents are equal.
    package func difference(from other: GraphQLDocument) -> (own: String, other: String)? {
        guard self != other else { return nil }
        let index =
            zip(tokens, other.tokens).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(tokens.count, other.tokens.count)
        func excerpt(_ document: GraphQLDocument) -> String {
            guard index < document.tokens.count else { return "the end of the document" }
            let words = document.tokens[max(0, index - 2)..<min(document.tokens.count, index + 4)]
            return (index > 2 ? "… " : "") + words.joined(separator: " ")
        }
        return (excerpt(self), excerpt(other))
    }

    /// Returns the operations, which start outside all brackets.
    private static func operations(in tokens: [String]) -> [Operation] {
        var operations: [Operation] = []
        var depth = 0
        var isInDefinition = false
        for (index, word) in tokens.enumerated() where word.utf8.first != UInt8(ascii: "\"") {
            switch word {
            case "{", "(", "[":
                if word == "{", depth == 0, !isInDefinition { operations.append(Operation(kind: "query", name: nil)) }
                depth += 1
            case "}", ")", "]":
                depth -= 1
                if word == "}", depth == 0 { isInDefinition = false }
            case "query", "mutation", "subscription":
                guard depth == 0, !isInDefinition else { continue }
                isInDefinition = true
                let name = tokens.dropFirst(index + 1).first.flatMap { next in
                    next.utf8.first.map { $0 == UInt8(ascii: "_") || $0.isASCIILetter } ?? false ? next : nil
                }
                operations.append(Operation(kind: word, name: name))
            default: if depth == 0 { isInDefinition = true }
            }
        }
        return operations
    }
}

private struct GraphQLLexer {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    private func failure(_ message: String, at offset: Int) -> BodySyntaxError {
        BodySyntaxError(message, at: offset, in: bytes)
    }

    mutating func tokens() throws(BodySyntaxError) -> [String] {
        var tokens: [String] = []
        var open: [(bracket: UInt8, offset: Int)] = []
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        while index < bytes.count {
            let byte = bytes[index]
            let start = index
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","):
                index += 1
                continue
            case UInt8(ascii: "#"):
                index = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
                continue
            case UInt8(ascii: "\""):
                let value = BackslashEscapes.encode(Array(try string().utf8))
                tokens.append("\"\(String(decoding: value, as: UTF8.self))\"")
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
                open.append((byte, index))
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                guard let last = open.popLast(), Self.closing[last.bracket] == byte else {
                    throw failure("'\(Character(Unicode.Scalar(byte)))' has no opening bracket", at: start)
                }
                index += 1
            case _ where "!$&:=@|".utf8.contains(byte): index += 1
            case UInt8(ascii: "."):
                guard bytes[index...].starts(with: "...".utf8) else { throw failure("expected '...'", at: start) }
                index += 3
            case UInt8(ascii: "-"), 0x30...0x39:
                index += 1
                skip { $0.isASCIIAlphanumeric || ".+-".utf8.contains($0) }
            case _ where byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_"):
                skip { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
            default:
                let tail = String(decoding: bytes[index..<min(bytes.count, index + 4)], as: UTF8.self)
                throw failure("'\(tail.first ?? " ")' does not begin a token", at: start)
            }
            tokens.append(String(decoding: bytes[start..<index], as: UTF8.self))
        }
        if let last = open.last {
            throw failure("'\(Character(Unicode.Scalar(last.bracket)))' is never closed", at: last.offset)
        }
        guard !tokens.isEmpty else { throw failure("it is empty", at: 0) }
        return tokens
    }

    private static let closing = Dictionary(uniqueKeysWithValues: zip("{([".utf8, "})]".utf8))

    private mutating func skip(while isWanted: (UInt8) -> Bool) {
        index = bytes[index...].firstIndex { !isWanted($0) } ?? bytes.count
    }

    private mutating func string() throws(BodySyntaxError) -> String {
        let start = index
        if bytes[index...].starts(with: "\"\"\"".utf8) { return try blockString() }
        index += 1
        var value: [UInt8] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == 0x0A || bytes[index] == 0x0D { break }
            if let (escaped, length) = BackslashEscapes.decode(bytes, at: index) {
                value += escaped
                index += length
            } else {
                value.append(bytes[index])
                index += 1
            }
        }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
            throw failure("a string is never closed", at: start)
        }
        index += 1
        return String(decoding: value, as: UTF8.self)
    }

    /// Returns the value of a block string, without common indentation and without blank lines at its ends.
    private mutating func blockString() throws(BodySyntaxError) -> String {
        let start = index
        index += 3
        var raw: [UInt8] = []
        while index < bytes.count, !bytes[index...].starts(with: "\"\"\"".utf8) {
            if bytes[index...].starts(with: "\\\"\"\"".utf8) {
                raw += "\"\"\"".utf8
                index += 4
            } else {
                raw.append(bytes[index])
                index += 1
            }
        }
        guard index < bytes.count else { throw failure("a block string is never closed", at: start) }
        index += 3
        let text = String(decoding: raw, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
        func indent(_ line: [UInt8]) -> Int { line.prefix { $0 == 0x20 || $0 == 0x09 }.count }
        let common = lines.dropFirst().filter { indent($0) < $0.count }.map(indent).min() ?? 0
        for line in lines.indices.dropFirst() { lines[line] = Array(lines[line].dropFirst(common)) }
        let end = lines.lastIndex { indent($0) < $0.count }.map { $0 + 1 } ?? 0
        return lines[..<end].drop { indent($0) == $0.count }.map { String(decoding: $0, as: UTF8.self) }.joined(
            separator: "\n")
    }
}
