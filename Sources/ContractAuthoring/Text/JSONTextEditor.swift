import JSONSchema

/// An editor that changes members and elements of a JSON text and leaves every other byte unchanged.
package struct JSONTextEditor {
    package private(set) var bytes: [UInt8]
    private let newline: String
    private let layout: JSONLayout

    /// The text must be valid JSON. Its line endings and indentation are kept.
    package init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
        self.bytes = bytes
        newline = bytes.firstIndex(of: 0x0A).map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false ? "\r\n" : "\n"
        let root = try JSONTextLayout.root(of: bytes)
        let indentation = root.children.first.flatMap { Self.indentation(before: $0.start, in: bytes) }
        layout = JSONLayout(unit: indentation.flatMap { $0.isEmpty ? nil : $0 } ?? "  ")
    }

    func node(at path: [String]) throws(JSONSyntaxError) -> JSONTextLayout.Node? {
        try JSONTextLayout.root(of: bytes).descendant(path)
    }

    /// Adds members to the object at `path`, after the last of the members `anchors`, or else at its end.
    mutating func add(
        _ members: [(String, JSON)], to path: [String], behind anchors: [String] = [], expanding: Int = 0
    ) throws(JSONSyntaxError) {
        try insert(members.map { (Optional($0.0), $0.1) }, path, anchors, expanding)
    }

    /// Appends elements to the array at `path`. A missing array is added after the last of the members `anchors`.
    mutating func append(
        _ elements: [JSON], to path: [String], behind anchors: [String] = []
    ) throws(JSONSyntaxError) {
        if let name = path.last, try node(at: path) == nil {
            try add([(name, .array(elements))], to: path.dropLast(), behind: anchors)
        } else {
            try insert(elements.map { (nil, $0) }, path, [], 0)
        }
    }

    /// Sets or removes the member at `path`. The object that contains it must exist.
    mutating func set(_ value: JSON?, at path: [String]) throws(JSONSyntaxError) {
        guard let key = path.last, let node = try node(at: path.dropLast()) else { return }
        guard let index = node.children.lastIndex(where: { $0.key == key }) else {
            if let value { try add([(key, value)], to: path.dropLast()) }
            return
        }
        let child = node.children[index]
        guard let value else {
            // Also removes the comma before it, or after it for the first member.
            if index > 0 {
                bytes.removeSubrange(node.children[index - 1].value.range.upperBound..<child.value.range.upperBound)
            } else if node.children.count > 1 {
                bytes.removeSubrange(child.start..<node.children[1].start)
            } else {
                bytes.replaceSubrange(node.range, with: Array("{}".utf8))
            }
            return
        }
        replace(child.value, with: value)
    }

    private mutating func insert(
        _ additions: [(key: String?, value: JSON)], _ path: [String], _ anchors: [String], _ expanding: Int
    ) throws(JSONSyntaxError) {
        guard !additions.isEmpty, let node = try node(at: path) else { return }
        guard let last = node.children.last,
            let indentation = Self.indentation(before: node.children[0].start, in: bytes)
        else {
            try extend(node, with: additions, expanding)
            return
        }
        let anchor = node.children.last { child in child.key.map(anchors.contains) ?? false } ?? last
        var text = ""
        for (key, value) in additions {
            let name = key.map { JSON.string($0).text() + ": " } ?? ""
            text += ",\n" + indentation + name
            text += layout.text(
                value, indentation: indentation, column: indentation.count + name.unicodeScalars.count,
                expanding: expanding)
        }
        bytes.insert(contentsOf: written(text), at: anchor.value.range.upperBound)
    }

    private mutating func extend(
        _ node: JSONTextLayout.Node, with additions: [(key: String?, value: JSON)], _ expanding: Int
    ) throws(JSONSyntaxError) {
        var json = try JSON(parsing: Array(bytes[node.range]))
        switch json {
        case .object(var members):
            for (key, value) in additions { if let key { members[key] = value } }
            json = .object(members)
        case .array(let elements): json = .array(elements + additions.map(\.value))
        case .null, .bool, .number, .string: return
        }
        replace(node, with: json, expanding: expanding + 1)
    }

    /// Writes a value with the indentation of the old value's first line.
    private mutating func replace(_ node: JSONTextLayout.Node, with json: JSON, expanding: Int = 0) {
        let lineStart = bytes[..<node.range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let line = bytes[lineStart..<node.range.lowerBound]
        let indentation = String(decoding: line.prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
        let column = String(decoding: line, as: UTF8.self).unicodeScalars.count
        let text = layout.text(json, indentation: indentation, column: column, expanding: expanding)
        bytes.replaceSubrange(node.range, with: written(text))
    }

    private func written(_ text: String) -> [UInt8] {
        // Strings contain no raw line breaks, so all of them belong to the layout.
        newline == "\n" ? Array(text.utf8) : Array(text.split(separator: "\n").joined(separator: newline).utf8)
    }

    /// Returns the whitespace before a place, if nothing else precedes it on its line. Returns `nil` on the first line.
    private static func indentation(before place: Int, in bytes: [UInt8]) -> String? {
        guard let lineStart = bytes[..<place].lastIndex(of: 0x0A).map({ $0 + 1 }) else { return nil }
        let blanks = bytes[lineStart..<place]
        return blanks.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? String(decoding: blanks, as: UTF8.self) : nil
    }
}
