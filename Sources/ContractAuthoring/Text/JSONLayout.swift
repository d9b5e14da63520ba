import JSONSchema

/// Lays out JSON as people write it: a value on one line where it fits, else a line for each member and element.
struct JSONLayout: Sendable {
    /// One level of indentation.
    var unit = "  "
    /// The longest line, in Unicode scalars.
    var width = 120

    /// The text of a value whose first line begins at `column` and whose further lines are indented by `indentation`.
    ///
    /// - Parameter expanding: the number of levels of objects that get a line for each member even if they fit on one.
    func text(_ json: JSON, indentation: String = "", column: Int = 0, expanding: Int = 0) -> String {
        var output = ""
        write(json, indentation, column, expanding, &output)
        return output
    }

    private func write(_ json: JSON, _ indentation: String, _ column: Int, _ expanding: Int, _ output: inout String) {
        // Room for the comma behind it.
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

    /// The value on one line; `nil` where it takes more scalars than there is room for.
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
