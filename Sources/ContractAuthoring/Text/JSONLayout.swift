import JSONSchema

/// A JSON layout with each value on one line if it fits, or else one line for each member or element.
struct JSONLayout: Sendable {
    var unit = "  "
    /// The maximum line length, in Unicode scalars.
    var width = 120

    /// Returns the text of a value that starts at `column`, with `indentation` before its further lines.
    ///
    /// - Parameter expanding: The number of object levels with one line for each member even if they fit on one line.
    func text(_ json: JSON, indentation: String = "", column: Int = 0, expanding: Int = 0) -> String {
        if expanding <= 0 || json.objectValue?.isEmpty ?? true, let line = inline(json, within: width - column - 1) {
            return line
        }
        guard let (open, close, parts) = Self.container(json) else { return json.text() }
        let inner = indentation + unit
        let lines = parts.map { key, value in
            let column = inner.count + key.unicodeScalars.count
            let expanding = open == "{" ? expanding - 1 : 0
            return "\n" + inner + key + text(value, indentation: inner, column: column, expanding: expanding)
        }
        return open + lines.joined(separator: ",") + "\n\(indentation)\(close)"
    }

    /// Returns the brackets of an array or object, and its elements or members with the texts of their keys.
    private static func container(_ json: JSON) -> (open: String, close: String, parts: [(key: String, value: JSON)])? {
        switch json {
        case .null, .bool, .number, .string: nil
        case .array(let elements): ("[", "]", elements.map { ("", $0) })
        case .object(let members): ("{", "}", members.map { (JSON.string($0.key).text() + ": ", $0.value) })
        }
    }

    private func inline(_ json: JSON, within room: Int) -> String? {
        var line = ""
        var left = room
        return inline(json, &line, &left) ? line : nil
    }

    private func inline(_ json: JSON, _ line: inout String, _ left: inout Int) -> Bool {
        func add(_ text: String) -> Bool {
            left -= text.unicodeScalars.count
            line += text
            return left >= 0
        }
        guard let (open, close, parts) = Self.container(json) else { return add(json.text()) }
        let blank = open == "{" && !parts.isEmpty ? " " : ""
        guard add(open + blank) else { return false }
        for (index, part) in parts.enumerated() {
            guard index == 0 || add(", "), add(part.key), inline(part.value, &line, &left) else { return false }
        }
        return add(blank + close)
    }
}
