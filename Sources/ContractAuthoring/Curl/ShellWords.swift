/// The words of a command line, split like a shell does: quotes, `$'…'`, backslashes, and continued lines.
///
/// Commands are not run and variables are not expanded: `$NAME` stays. A pipe, a second command, or a redirection ends
/// the command.
struct ShellWords {
    private(set) var words: [String] = []
    private(set) var rest = ""

    private var scalars: Substring.UnicodeScalarView
    private var word: [UInt8]?

    init(_ text: String) throws(AuthoringError) {
        scalars = text[...].unicodeScalars
        while let scalar = scalars.popFirst() {
            switch scalar {
            case " ", "\t", "\r": end()
            case "\n":
                end()
                // A new line without a preceding backslash is another command, unless only whitespace follows.
                if words.isEmpty || scalars.allSatisfy({ " \t\r\n".unicodeScalars.contains($0) }) { continue }
                rest = String(scalars)
                return
            case "'": add(try take(/([^']*)'/, after: "'").utf8)
            case "\"":
                let quoted = try take(/((?:[^"\\]|\\.)*)"/, after: "\"")
                if quoted.replacing(/\\./, with: "").contains("`") {
                    throw AuthoringError(
                        "the command line runs another command ('`'), which the import does not execute")
                }
                add(quoted.replacing(/\\([\n"\\$`])/) { $0.output.1 == "\n" ? "" : $0.output.1 }.utf8)
            case "$" where scalars.first == "'": add(Self.decoded(try take(/'((?:[^'\\]|\\.)*)'/, after: "$'")))
            case "$" where scalars.first == "(", "`":
                throw AuthoringError(
                    "the command line runs another command ('$(' or '`'), which the import does not execute; replace it with its output"
                )
            case "\\": escaped()
            case "#" where word != nil: add("#".utf8)
            case "|", ";", "&", ">", "<", "#":
                end()
                rest = String(scalar) + String(scalars)
                return
            default: add(String(scalar).utf8)
            }
        }
        end()
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) { word = (word ?? []) + bytes }

    private mutating func end() {
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        word = nil
    }

    /// Removes and returns the text up to a closing quote.
    private mutating func take(
        _ text: Regex<(Substring, Substring)>, after quote: String
    ) throws(AuthoringError) -> Substring {
        let left = Substring(scalars)
        guard let match = left.prefixMatch(of: text.matchingSemantics(.unicodeScalar).dotMatchesNewlines()) else {
            throw AuthoringError("the command line has a \(quote) that is never closed; copy the whole command")
        }
        scalars = left[match.range.upperBound...].unicodeScalars
        return match.output.1
    }

    /// Takes the character after a backslash literally. An escaped line break is dropped.
    private mutating func escaped() {
        if scalars.starts(with: "\r\n".unicodeScalars) { scalars.removeFirst() }
        guard let next = scalars.popFirst(), next != "\n" else { return }
        add(String(next).utf8)
    }

    private static let escapes: [Substring: UInt8] = [
        "a": 0x07, "b": 0x08, "e": 0x1B, "E": 0x1B, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09, "v": 0x0B,
    ]

    /// Decodes C escape sequences. Several one-byte numbers may form one UTF-8 character.
    private static func decoded(_ text: Substring) -> [UInt8] {
        let escape =
            #/
            \\(?: x([0-9A-Fa-f]{1,2}) | ([0-7]{1,3}) | u([0-9A-Fa-f]{1,4}(?:\\u[0-9A-Fa-f]{1,4})*)
            | U([0-9A-Fa-f]{1,8}) | (.) )
            /#.matchingSemantics(.unicodeScalar).dotMatchesNewlines()
        var bytes: [UInt8] = []
        var rest = text
        while let match = rest.firstMatch(of: escape) {
            bytes += rest[..<match.range.lowerBound].utf8
            rest = rest[match.range.upperBound...]
            let (_, hex, octal, units, scalar, letter) = match.output
            if let number = hex.flatMap({ UInt32($0, radix: 16) }) ?? octal.flatMap({ UInt32($0, radix: 8) }) {
                bytes.append(UInt8(truncatingIfNeeded: number))
            } else if let units = units?.split(separator: "\\u").compactMap({ UInt16($0, radix: 16) }) {
                bytes += String(decoding: units, as: UTF16.self).utf8
            } else if let number = scalar.flatMap({ UInt32($0, radix: 16) }) {
                bytes += String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8
            } else if let letter {
                bytes += escapes[letter].map { [$0] } ?? Array(letter.utf8)
            }
        }
        return bytes + rest.utf8
    }
}
