/// Swift source as a tree: lines, and what is indented below them.
indirect enum SwiftCode: Sendable, Hashable, ExpressibleByStringInterpolation {
    case line(String)
    case indented([SwiftCode])
    case group([SwiftCode])

    init(stringLiteral line: String) { self = .line(line) }

    /// A head, the code that is indented below it, and an end.
    static func block(_ head: String, _ body: [SwiftCode], end: String) -> SwiftCode {
        .group([.line(head), .indented(body), .line(end)])
    }

    /// A head with the code below it in braces.
    static func braces(_ head: String, _ body: [SwiftCode]) -> SwiftCode { .block(head + " {", body, end: "}") }

    /// A call with its arguments, on one line where they fit, else each on a line of its own.
    static func call(_ head: String, _ arguments: [String], end: String = ")", indentedBy levels: Int) -> SwiftCode {
        let line = "\(head)(\(arguments.joined(separator: ", "))\(end)"
        if arguments.isEmpty || line.unicodeScalars.count + 4 * levels <= 120 { return .line(line) }
        let last = arguments.count - 1
        return .block(head + "(", arguments.enumerated().map { .line($1 + ($0 == last ? "" : ",")) }, end: end)
    }

    /// A comment in lines of at most 116 columns.
    static func comment(_ text: String) -> [SwiftCode] {
        var lines = ["///"]
        for word in text.split(whereSeparator: \.isWhitespace) {
            if lines[lines.count - 1].count + 1 + word.count > 116, lines.last != "///" { lines.append("///") }
            lines[lines.count - 1] += " " + word
        }
        return lines.map { .line($0) }
    }

    /// The one line that it is; `nil` for more.
    var soleLine: String? { if case .line(let line) = self { line } else { nil } }

    fileprivate func write(to text: inout String, _ indentation: String) {
        switch self {
        case .line(let line): text += line.isEmpty ? "\n" : indentation + line + "\n"
        case .indented(let body): for part in body { part.write(to: &text, indentation + "    ") }
        case .group(let parts): for part in parts { part.write(to: &text, indentation) }
        }
    }
}

extension [SwiftCode] {
    /// The source, each line with its end.
    var source: String {
        var text = ""
        for part in self { part.write(to: &text, "") }
        return text
    }
}

extension Sequence<[SwiftCode]> {
    /// Declarations one below the other, an empty line between two.
    var spaced: [SwiftCode] { Array(joined(separator: [""])) }
}
