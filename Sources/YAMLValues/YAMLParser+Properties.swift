import JSONValues

extension YAMLParser {
    struct Properties {
        enum Tag: UInt8 {
            case none, nonSpecific, string, integer, float, boolean, null, sequence, mapping
            /// An application tag, which JSON cannot represent and the parser ignores.
            case other

            var expected: String {
                switch self {
                case .integer: "an integer"
                case .float: "a number"
                case .boolean: "true or false"
                case .null: "null"
                case .sequence: "a sequence"
                case .mapping: "a mapping"
                case .none, .nonSpecific, .string, .other: "a string"
                }
            }
        }

        var tag = Tag.none
        var anchor: Range<Int>?

        var isEmpty: Bool { tag == .none && anchor == nil }
    }

    mutating func readProperties() throws(JSONSyntaxError) -> Properties {
        var properties = Properties()
        while true {
            let start = cursor
            var next = Properties()
            if text[cursor] == UInt8(ascii: "&") {
                next.anchor = try readName()
            } else {
                next.tag = try readTag()
            }
            let isFlow = current.kind != .document && current.kind != .sequence && current.kind != .mapping
            guard isBlank(text[cursor]) || isFlow && Self.isFlowIndicator(text[cursor]) else {
                throw expected("a space after an anchor or a tag")
            }
            try merge(next, into: &properties, at: start)
            var position = cursor
            while isSpace(text[position]) { position += 1 }
            guard text[position] == UInt8(ascii: "&") || text[position] == UInt8(ascii: "!") else { return properties }
            cursor = position
        }
    }

    func merge(_ other: Properties, into properties: inout Properties, at offset: Int? = nil) throws(JSONSyntaxError) {
        if other.tag != .none {
            if properties.tag != .none { throw fault(at: offset ?? cursor, "a node can have only one tag") }
            properties.tag = other.tag
        }
        if let anchor = other.anchor {
            if properties.anchor != nil {
                throw fault(at: offset ?? anchor.lowerBound - 1, "a node can have only one anchor")
            }
            properties.anchor = anchor
        }
    }

    mutating func readName() throws(JSONSyntaxError) -> Range<Int> {
        let start = cursor + 1
        var end = start
        while !isFlowBlank(text[end]) { end += 1 }
        cursor = end
        if end == start { throw expected("the name of an anchor") }
        return start..<end
    }

    func checkCollection(_ properties: Properties, isMapping: Bool, at offset: Int) throws(JSONSyntaxError) {
        switch properties.tag {
        case .none, .nonSpecific, .other: return
        case .mapping where isMapping, .sequence where !isMapping: return
        case .string, .integer, .float, .boolean, .null, .mapping, .sequence:
            throw fault(
                at: offset,
                "expected \(properties.tag.expected), as the tag requires, found a \(isMapping ? "mapping" : "sequence")"
            )
        }
    }

    // MARK: - Tags

    private static let corePrefix = "tag:yaml.org,2002:"

    private mutating func readTag() throws(JSONSyntaxError) -> Properties.Tag {
        let start = cursor
        cursor += 1
        if text[cursor] == UInt8(ascii: "<") {
            let name = cursor + 1
            cursor = name
            while Self.isURIByte(text[cursor]) { cursor += 1 }
            guard text[cursor] == UInt8(ascii: ">"), cursor > name else { throw expected("\">\" at the end of a tag") }
            cursor += 1
            return tag(string(name..<(cursor - 1)))
        }
        var suffix = cursor
        while Self.isURIByte(text[cursor]), !Self.isFlowIndicator(text[cursor]) {
            cursor += 1
            // The second "!" ends the handle.
            if text[cursor - 1] == UInt8(ascii: "!") {
                if suffix != start + 1 { throw fault(at: cursor - 1, expected: "no third \"!\" in a tag") }
                suffix = cursor
            }
        }
        let handle = string(start..<suffix)
        if suffix == cursor {
            if handle == "!" { return .nonSpecific }
            throw expected("the name of a tag after '\(handle)'")
        }
        guard let prefix = tagHandles[handle] ?? Self.usualHandles[handle] else {
            throw fault(
                at: start, "the handle '\(handle)' of the tag is not defined by a %TAG directive of this document")
        }
        return tag(prefix + string(suffix..<cursor))
    }

    private static let usualHandles = ["!": "!", "!!": corePrefix]

    private func tag(_ name: String) -> Properties.Tag {
        guard name.hasPrefix(Self.corePrefix) else { return .other }
        return switch name.dropFirst(Self.corePrefix.count) {
        case "str": .string
        case "int": .integer
        case "float": .float
        case "bool": .boolean
        case "null": .null
        case "seq": .sequence
        case "map": .mapping
        default: .other
        }
    }

    private static func isURIByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-#;/?:@&=+$,_.!~*'()[]%".utf8.contains(byte)
    }

    // MARK: - Directives

    /// Parses the directive at the cursor and moves to the next line. Unknown directives are ignored (YAML 1.2, 6.8).
    mutating func readDirective(_ hasVersion: inout Bool) throws(JSONSyntaxError) {
        let end = lineEnd(from: cursor)
        let words = buffer[cursor..<end].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            .prefix { $0.first != UInt8(ascii: "#") }.map { $0.startIndex..<$0.endIndex }
        switch words.first.map({ string($0) }) {
        case "%YAML":
            if hasVersion { throw expected("one %YAML directive in a document") }
            hasVersion = true
            let numbers =
                words.count == 2 ? string(words[1]).split(separator: ".", omittingEmptySubsequences: false) : []
            guard numbers.count == 2, numbers.allSatisfy({ Int($0) != nil && $0.utf8.allSatisfy(\.isASCIIDigit) })
            else {
                throw fault(at: cursor, "expected a directive such as '%YAML 1.2'")
            }
            guard Int(numbers[0]) == 1 else {
                throw fault(at: words[1].lowerBound, "expected YAML 1.2, found \(string(words[1]))")
            }
        case "%TAG":
            guard words.count == 3, text[words[1].lowerBound] == UInt8(ascii: "!") else {
                throw fault(at: cursor, "expected a directive such as '%TAG !e! tag:example.com,2000:'")
            }
            let handle = string(words[1])
            if tagHandles.updateValue(string(words[2]), forKey: handle) != nil {
                throw fault(at: cursor, "the handle '\(handle)' is defined twice")
            }
        default: break
        }
        cursor = end + 1
        lineStart = cursor
    }
}
