import Foundation

/// Lines of Swift source, written as templates. Interpolated code takes the indentation of its line.
struct SwiftCode: Sendable, Hashable, ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var lines = [""]

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ text: String) {
            let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
            lines[lines.count - 1] += parts[0]
            lines += parts.dropFirst().map(String.init)
        }

        mutating func appendInterpolation(_ text: String) { lines[lines.count - 1] += text }

        mutating func appendInterpolation(_ code: SwiftCode) { appendInterpolation([code]) }

        /// Adds declarations or statements. A line that they leave blank is removed.
        mutating func appendInterpolation(_ code: [SwiftCode]) {
            let added = code.flatMap(\.lines)
            let indentation = lines[lines.count - 1].prefix { $0 == " " }
            guard let first = added.first else {
                if indentation.count == lines[lines.count - 1].count { lines[lines.count - 1] = SwiftCode.noLine }
                return
            }
            lines[lines.count - 1] += first
            lines += added.dropFirst().map { $0.isEmpty ? "" : indentation + $0 }
        }
    }

    private static let noLine = "\u{0}"

    private var lines: [String]

    init(stringLiteral text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    init(stringInterpolation: StringInterpolation) { lines = stringInterpolation.lines.filter { $0 != Self.noLine } }

    init(_ text: String) { self.init(stringLiteral: text) }

    /// Replaces placeholders of the form `\(name)`.
    init(template: String, _ code: [String: [SwiftCode]]) {
        var filled = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        for (index, part) in template.components(separatedBy: "\\(").enumerated() {
            let name = part.prefix { $0 != ")" }
            guard index > 0, let place = code[String(name)] else {
                filled.appendLiteral(index > 0 ? "\\(" + part : part)
                continue
            }
            filled.appendInterpolation(place)
            filled.appendLiteral(String(part.dropFirst(name.count + 1)))
        }
        self.init(stringInterpolation: filled)
    }

    static func spaced(_ declarations: [SwiftCode]) -> [SwiftCode] {
        Array(declarations.map { [$0] }.joined(separator: [""]))
    }

    static func call(_ head: String, _ arguments: [String], end: String = ")", indentedBy levels: Int) -> SwiftCode {
        let line = "\(head)(\(arguments.joined(separator: ", "))\(end)"
        if arguments.isEmpty || line.unicodeScalars.count + 4 * levels <= 120 { return SwiftCode(line) }
        return """
            \(head)(
                \(SwiftCode(arguments.joined(separator: ",\n")))
            \(end)
            """
    }

    static func comment(_ text: String) -> [SwiftCode] {
        var lines = ["///"]
        for word in text.split(whereSeparator: \.isWhitespace) {
            if lines[lines.count - 1].count + 1 + word.count > 116, lines.last != "///" { lines.append("///") }
            lines[lines.count - 1] += " " + word
        }
        return lines.map { SwiftCode($0) }
    }

    var soleLine: String? { lines.count == 1 ? lines[0] : nil }

    /// The source, without empty lines after an opening brace or before a closing one.
    var source: String {
        var text = ""
        for (index, line) in lines.enumerated() {
            if line.allSatisfy({ $0 == " " }) {
                let next = index + 1 < lines.count ? lines[index + 1] : ""
                if next.isEmpty || next.drop(while: { $0 == " " }).hasPrefix("}") { continue }
                if text.isEmpty || text.hasSuffix("{\n") { continue }
            }
            text += line + "\n"
        }
        return text
    }
}
