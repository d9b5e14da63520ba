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
        var output = ""
        write(json, indentation, column, expanding, &output)
        return output
    }

    private func write(_ json: JSON, _ indentation: String, _ column: Int, _ expanding: Int, _ output: inout String) {
        if expanding <= 0 || json.objectValue?.isEmpty ?? true, let line = inline(json, within: width - column - 1) {
            output += line
            return
        }
        let inner = indentation + unit
        switch json {
        case .null, .bool, .number, .string: output += json.text()
        case .array(let elements):
            output += "["
            for (index, element) in elements.enumerated() {
                output += (index > 0 ? ",\n" : "\n") + inner
                write(element, inner, inner.count, 0, &output)
            }
            output += "\n\(indentation)]"
        case .object(let members):
            output += "{"
            for (index, member) in members.enumerated() {
                let key = JSON.string(member.key).text() + ": "
                output += (index > 0 ? ",\n" : "\n") + inner + key
                write(member.value, inner, inner.count + key.unicodeScalars.count, expanding - 1, &output)
            }
            output += "\n\(indentation)}"
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
        switch json {
        case .null, .bool, .number, .string: return add(json.text())
        case .array(let elements):
            guard add("[") else { return false }
            for (index, element) in elements.enumerated() {
                guard index == 0 || add(", "), inline(element, &line, &left) else { return false }
            }
            return add("]")
        case .object(let members):
            if members.isEmpty { return add("{}") }
            guard add("{ ") else { return false }
            for (index, member) in members.enumerated() {
                guard index == 0 || add(", "), add(JSON.string(member.key).text() + ": "),
                    inline(member.value, &line, &left)
                else { return false }
            }
            return add(" }")
        }
    }
}
