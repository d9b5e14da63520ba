/// Parts a command line into words as a shell does: quotes, `$'…'`, backslashes and continued lines.
///
/// Nothing is run and no variable is filled in: `$NAME` stays as it is written. What a shell would start beside the
/// command (a pipe, a second command, a redirection) ends it.
struct ShellWords {
    /// The words up to the end of the command.
    private(set) var words: [String] = []
    /// The text behind the end of the command.
    private(set) var rest = ""

    private var scalars: Substring.UnicodeScalarView
    private var word: String.UnicodeScalarView?

    init(_ text: String) throws(AuthoringError) {
        scalars = text[...].unicodeScalars
        try scan()
    }

    private mutating func scan() throws(AuthoringError) {
        while let scalar = scalars.popFirst() {
            switch scalar {
            case " ", "\t", "\r": end()
            case "\n":
                end()
                // A further line that no backslash announces is another command, unless only blanks follow.
                guard scalars.allSatisfy({ " \t\r\n".unicodeScalars.contains($0) }) else {
                    if words.isEmpty { continue }
                    rest = String(scalars)
                    return
                }
            case "'": try quoted()
            case "\"": try doubleQuoted()
            case "$" where scalars.first == "'":
                scalars.removeFirst()
                try escapedQuoted()
            case "$" where scalars.first == "(", "`":
                throw AuthoringError(
                    "the command line runs another command ('$(' or '`'), which is not done here; write its outcome there"
                )
            case "\\": try escaped()
            case "^" where scalars.first == "\n" || scalars.first == "\"":
                throw AuthoringError(
                    "the command is written for the Windows command prompt ('^'); copy it as cURL (bash) instead")
            case "|", ";", "&", ">", "<", "#":
                if scalar == "#", word != nil {
                    add(scalar)
                    continue
                }
                end()
                rest = String(scalar) + String(scalars)
                return
            default: add(scalar)
            }
        }
        end()
    }

    private mutating func add(_ scalar: Unicode.Scalar) { word = (word ?? .init()) + [scalar] }

    private mutating func begin() { word = word ?? .init() }

    private mutating func end() {
        if let word { words.append(String(word)) }
        word = nil
    }

    private mutating func quoted() throws(AuthoringError) {
        begin()
        while let scalar = scalars.popFirst() {
            if scalar == "'" { return }
            add(scalar)
        }
        throw Self.unclosed("'")
    }

    private mutating func doubleQuoted() throws(AuthoringError) {
        begin()
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"": return
            case "`":
                throw AuthoringError("the command line runs another command ('`'), which is not done here")
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

    /// A backslash outside of quotes: the next character as it is, or nothing before a line's end.
    private mutating func escaped() throws(AuthoringError) {
        guard let next = scalars.popFirst() else { return }
        if next == "\r", scalars.first == "\n" {
            scalars.removeFirst()
            return
        }
        if next != "\n" { add(next) }
    }

    /// `$'…'` with the escapes of C.
    private mutating func escapedQuoted() throws(AuthoringError) {
        begin()
        // Numbers of one byte may together be one character in UTF-8.
        var bytes: [UInt8] = []
        func flush(_ word: inout String.UnicodeScalarView?) {
            word = (word ?? .init()) + String(decoding: bytes, as: UTF8.self).unicodeScalars
            bytes = []
        }
        while let scalar = scalars.popFirst() {
            if scalar == "'" {
                flush(&word)
                return
            }
            guard scalar == "\\" else {
                bytes += String(scalar).utf8
                continue
            }
            guard let kind = scalars.popFirst() else { break }
            switch kind {
            case "n": bytes.append(0x0A)
            case "t": bytes.append(0x09)
            case "r": bytes.append(0x0D)
            case "a": bytes.append(0x07)
            case "b": bytes.append(0x08)
            case "e", "E": bytes.append(0x1B)
            case "f": bytes.append(0x0C)
            case "v": bytes.append(0x0B)
            case "x": bytes.append(UInt8(truncatingIfNeeded: number(2, radix: 16) ?? 0))
            case "u", "U":
                let value = number(kind == "u" ? 4 : 8, radix: 16) ?? 0
                bytes += String(unit(value)).utf8
            case "0"..."7":
                scalars = Substring(String(kind) + String(scalars)).unicodeScalars
                bytes.append(UInt8(truncatingIfNeeded: number(3, radix: 8) ?? 0))
            default: bytes += String(kind).utf8
            }
        }
        throw Self.unclosed("$'")
    }

    /// The scalar of a number; two numbers that are a surrogate pair are one.
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
        AuthoringError("the command line has a \(quote) that is never closed; was all of it copied?")
    }
}
