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
            case "'": try quoted()
            case "\"": try doubleQuoted()
            case "$" where scalars.first == "'":
                scalars.removeFirst()
                try escapedQuoted()
            case "$" where scalars.first == "(", "`":
                throw AuthoringError(
                    "the command line runs another command ('$(' or '`'), which the import does not execute; replace it with its output"
                )
            case "\\": escaped()
            case "^" where scalars.first == "\n" || scalars.first == "\"":
                throw AuthoringError(
                    "the command is written for the Windows command prompt ('^'); copy it as cURL (bash) instead")
            case "#" where word != nil: add("#")
            case "|", ";", "&", ">", "<", "#":
                end()
                rest = String(scalar) + String(scalars)
                return
            default: add(scalar)
            }
        }
        end()
    }

    private mutating func add(_ scalar: Unicode.Scalar) { word = (word ?? []) + Array(String(scalar).utf8) }

    private mutating func add(byte: UInt32) { word = (word ?? []) + [UInt8(truncatingIfNeeded: byte)] }

    private mutating func end() {
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        word = nil
    }

    private mutating func quoted() throws(AuthoringError) {
        word = word ?? []
        while let scalar = scalars.popFirst() {
            if scalar == "'" { return }
            add(scalar)
        }
        throw Self.unclosed("'")
    }

    private mutating func doubleQuoted() throws(AuthoringError) {
        word = word ?? []
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"": return
            case "`":
                throw AuthoringError("the command line runs another command ('`'), which the import does not execute")
            case "\\":
                guard let next = scalars.popFirst() else { throw Self.unclosed("\"") }
                if next == "\n" { continue }
                if !"\"\\$`".unicodeScalars.contains(next) { add("\\") }
                add(next)
            default: add(scalar)
            }
        }
        throw Self.unclosed("\"")
    }

    /// Takes the character after a backslash literally. An escaped line break is dropped.
    private mutating func escaped() {
        if scalars.starts(with: "\r\n".unicodeScalars) { scalars.removeFirst() }
        guard let next = scalars.popFirst(), next != "\n" else { return }
        add(next)
    }

    private static let escapes: [Unicode.Scalar: UInt32] = [
        "a": 0x07, "b": 0x08, "e": 0x1B, "E": 0x1B, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09, "v": 0x0B,
    ]

    /// Parses `$'…'` with C escape sequences. Several one-byte numbers may form one UTF-8 character.
    private mutating func escapedQuoted() throws(AuthoringError) {
        word = word ?? []
        while let scalar = scalars.popFirst() {
            if scalar == "'" { return }
            guard scalar == "\\" else {
                add(scalar)
                continue
            }
            guard let kind = scalars.first else { break }
            if !("0"..."7").contains(kind) { scalars.removeFirst() }
            switch kind {
            case "x": add(byte: number(2, radix: 16) ?? 0)
            case "0"..."7": add(byte: number(3, radix: 8) ?? 0)
            case "u", "U": add(unit(number(kind == "u" ? 4 : 8, radix: 16) ?? 0))
            default:
                if let byte = Self.escapes[kind] { add(byte: byte) } else { add(kind) }
            }
        }
        throw Self.unclosed("$'")
    }

    private mutating func unit(_ value: UInt32) -> Unicode.Scalar {
        if (0xD800..<0xDC00).contains(value), scalars.starts(with: "\\u".unicodeScalars) {
            let saved = scalars
            scalars = scalars.dropFirst(2)
            if let low = number(4, radix: 16), (0xDC00..<0xE000).contains(low) {
                return Unicode.Scalar(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
            }
            scalars = saved
        }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private mutating func number(_ digits: Int, radix: Int) -> UInt32? {
        var text = ""
        while text.count < digits, let scalar = scalars.first, let digit = Character(scalar).hexDigitValue,
            digit < radix
        {
            text.unicodeScalars.append(scalar)
            scalars.removeFirst()
        }
        return UInt32(text, radix: radix)
    }

    private static func unclosed(_ quote: String) -> AuthoringError {
        AuthoringError("the command line has a \(quote) that is never closed; copy the whole command")
    }
}
