import JSONValues

// Block collections. The column of a node determines its collection.
extension YAMLParser {
    /// Parses a node. Returns the context of the next node if this one opens a collection, and `nil` if it is complete.
    mutating func node(_ context: Context) throws(JSONSyntaxError) -> Context? {
        // Properties on the lines above belong to the whole node; those on its own line belong to its first key.
        var above = Properties()
        var beside = Properties()
        let origin = cursor
        try skipSeparation()
        var start = NodeStart(offset: cursor, column: column, isNewLine: isNewLine, sawTab: sawTab)
        while true {
            if isNewLine, isAtEnd || column <= context.indent {
                guard !isAtEnd, context.allowsSequenceAtIndent, column == context.indent,
                    isIndicator(UInt8(ascii: "-"))
                else {
                    // The node is empty. Reread the line that was peeked at from its start.
                    cursor = lineStart
                    try complete(Scalar(at: origin), above)
                    return nil
                }
            }
            guard text[cursor] == UInt8(ascii: "&") || text[cursor] == UInt8(ascii: "!") else { break }
            let properties = try readProperties()
            try skipSeparation()
            if isNewLine {
                try merge(properties, into: &above)
                start = NodeStart(offset: cursor, column: column, isNewLine: true, sawTab: sawTab)
            } else {
                beside = properties
                break
            }
        }
        start.canOpen = (start.isNewLine || context.isCompact) && !start.sawTab

        switch text[cursor] {
        case UInt8(ascii: "-") where isBlank(text[cursor + 1]):
            return try openBlock(.sequence, start, above, beside)
        case UInt8(ascii: "?") where isBlank(text[cursor + 1]):
            return try openBlock(.mapping, start, above, beside)
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            try merge(beside, into: &above)
            try complete(try blockScalar(indent: context.indent), above)
            return nil
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            var both = above
            do throws(JSONSyntaxError) { try merge(beside, into: &both) } catch {
                // They may belong to a key, which is just as invalid.
                try readFlow(indent: context.indent, beside)
                throw isKeyEnd(from: cursor) == nil ? error : collectionAsKey(at: start.offset)
            }
            try readFlow(indent: context.indent, both)
            if isKeyEnd(from: cursor) != nil { throw collectionAsKey(at: start.offset) }
            return nil
        case UInt8(ascii: "*"):
            let anchor = try readAlias(beside)
            guard let colon = isKeyEnd(from: cursor) else {
                guard above.isEmpty else { throw fault(at: start.offset, expected: "no anchor or tag before an alias") }
                try complete(anchor, at: start.offset)
                return nil
            }
            try openMapping(start, above)
            return key(try keyText(of: anchor, at: start.offset), at: start.offset, colon: colon)
        default:
            let scalar = try blockLineScalar(indent: context.indent)
            guard let colon = isKeyEnd(from: cursor) else {
                try merge(beside, into: &above)
                try complete(scalar, above)
                return nil
            }
            if scalar.isMultiline { throw fault(at: cursor, "a key must be on one line, with its colon") }
            try openMapping(start, above)
            return key(try keyText(of: scalar, beside), at: start.offset, colon: colon)
        }
    }

    struct NodeStart {
        var offset: Int
        var column: Int
        var isNewLine: Bool
        var sawTab: Bool
        var canOpen = false
    }

    private mutating func blockLineScalar(indent: Int) throws(JSONSyntaxError) -> Scalar {
        switch text[cursor] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted(text[cursor], indent: indent)
        case UInt8(ascii: ":") where isBlank(text[cursor + 1]): return Scalar(at: cursor)
        default: return try plain(indent: indent, isInFlow: false)
        }
    }

    // MARK: - Opening and closing

    private mutating func openBlock(
        _ kind: Frame.Kind, _ start: NodeStart, _ above: Properties, _ beside: Properties
    ) throws(JSONSyntaxError) -> Context {
        guard beside.isEmpty else {
            throw expected("the end of the line after an anchor or a tag of a block collection")
        }
        try checkOpening(start)
        try open(kind, indent: start.column, at: start.offset, above)
        current.isReadingKey = kind == .mapping
        cursor += 1
        return Context(indent: start.column, allowsSequenceAtIndent: kind == .mapping, isCompact: true)
    }

    private mutating func openMapping(_ start: NodeStart, _ properties: Properties) throws(JSONSyntaxError) {
        try checkOpening(start)
        try open(.mapping, indent: start.column, at: start.offset, properties)
    }

    private func checkOpening(_ start: NodeStart) throws(JSONSyntaxError) {
        if start.canOpen { return }
        if start.sawTab { throw tabAsIndentation() }
        throw fault(
            at: start.offset, "a mapping or a sequence cannot begin on this line: start it on a line of its own")
    }

    func tabAsIndentation() -> JSONSyntaxError {
        var tab = lineStart
        while tab < cursor, text[tab] != UInt8(ascii: "\t") { tab += 1 }
        return fault(at: tab, expected: "spaces as indentation")
    }

    mutating func open(
        _ kind: Frame.Kind, indent: Int, at offset: Int, _ properties: Properties = Properties()
    ) throws(JSONSyntaxError) {
        if current.isReadingKey { throw collectionAsKey(at: offset) }
        let isMapping = kind == .mapping || kind == .flowMapping || kind == .flowPair
        try checkCollection(properties, isMapping: isMapping, at: offset)
        guard outer.count < maximumDepth else { throw tooDeep(at: offset) }
        let place = addPlace(offset)
        outer.append(current)
        current = Frame(kind: kind, indent: indent, start: values.count, offset: offset)
        current.place = place
        current.expansionBefore = expansion
        if let anchor = properties.anchor {
            current.anchor = anchor
            openAnchors[string(anchor), default: 0] += 1
        }
    }

    mutating func close() throws(JSONSyntaxError) {
        let json: JSON
        switch current.kind {
        case .sequence, .flowSequence: json = .array(values.popArray(from: current.start))
        case .mapping, .flowMapping, .flowPair, .document: json = .object(try object())
        }
        let closed = current
        current = outer.removeLast()
        current.height = max(current.height, closed.height + 1)
        if closed.place >= 0 { places?.close(closed.place) }
        if !closed.anchor.isEmpty {
            let name = string(closed.anchor)
            openAnchors[name, default: 1] -= 1
            anchors[name] = Anchor(
                json: json, key: nil, height: closed.height + 1,
                weight: cursor - closed.offset + expansion - closed.expansionBefore, place: closed.place)
        }
        values.append(json)
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONObject {
        let entry = trie.entry(at: current.node)
        if let duplicate = trie.entries[entry].duplicates.first {
            let first = JSONSourcePosition(offset: keyOffsets.get(current.start + duplicate.first), in: buffer)
            throw fault(
                at: keyOffsets.get(current.start + duplicate.position),
                "duplicate key \"\(duplicate.key)\", first at \(first)")
        }
        return JSONObject(shape: trie.entries[entry].shape, values: values.popArray(from: current.start))
    }

    func tooDeep(at offset: Int) -> JSONSyntaxError {
        fault(at: offset, "sequences and mappings nest deeper than the limit of \(maximumDepth)")
    }

    func collectionAsKey(at offset: Int) -> JSONSyntaxError {
        fault(at: offset, "a mapping or a sequence is used as a key, but JSON keys are strings")
    }

    // MARK: - After a value

    /// Closes the collections that end after a complete value. Returns the next node's context, or `nil` at the end.
    mutating func advance() throws(JSONSyntaxError) -> Context? {
        try skipSeparation()
        guard isNewLine else { throw expected("the end of the line after a value") }
        while true {
            let indent = current.indent
            switch current.kind {
            case .sequence:
                if !isAtEnd, column >= indent {
                    if column == indent, isIndicator(UInt8(ascii: "-")) {
                        if sawTab { throw tabAsIndentation() }
                        cursor += 1
                        return Context(indent: indent, isCompact: true)
                    }
                    // The next key of the enclosing mapping may be in the same column.
                    guard column == indent, outer.last?.indent == indent else {
                        throw expected("\"- \" in column \(indent + 1), or a line that is indented less")
                    }
                }
                try close()
            case .mapping:
                if current.isReadingKey {
                    try takeKey()
                    if !isAtEnd, column == indent, isIndicator(UInt8(ascii: ":")) {
                        if sawTab { throw tabAsIndentation() }
                        cursor += 1
                        return Context(indent: indent, allowsSequenceAtIndent: true, isCompact: true)
                    }
                    try complete(Scalar(at: keyOffsets.get(values.count)), Properties())
                }
                if !isAtEnd, column >= indent {
                    guard column == indent else {
                        throw expected("a key in column \(indent + 1), or a line that is indented less")
                    }
                    if sawTab { throw tabAsIndentation() }
                    return try nextKey()
                }
                try close()
            case .document, .flowSequence, .flowMapping, .flowPair:
                guard isAtEnd else { throw expected("the end of the document") }
                return nil
            }
        }
    }

    // MARK: - Keys

    private mutating func nextKey() throws(JSONSyntaxError) -> Context {
        let start = cursor
        if isIndicator(UInt8(ascii: "?")) {
            current.isReadingKey = true
            cursor += 1
            return Context(indent: current.indent, allowsSequenceAtIndent: true, isCompact: true)
        }
        if isIndicator(UInt8(ascii: "-")) { throw expected("a key, as in the lines above") }
        var properties = Properties()
        if text[cursor] == UInt8(ascii: "&") || text[cursor] == UInt8(ascii: "!") {
            properties = try readProperties()
            while isSpace(text[cursor]) { cursor += 1 }
        }
        if text[cursor] == UInt8(ascii: "*") {
            let anchor = try readAlias(properties)
            guard let colon = isKeyEnd(from: cursor) else { throw expected("\": \" after a key") }
            return key(try keyText(of: anchor, at: start), at: start, colon: colon)
        }
        if text[cursor] == UInt8(ascii: "[") || text[cursor] == UInt8(ascii: "{") { throw collectionAsKey(at: cursor) }
        let line = lineStart
        let scalar = try blockLineScalar(indent: current.indent)
        guard let colon = isKeyEnd(from: cursor), line == lineStart else {
            throw fault(at: min(cursor, lineEnd(from: start)), expected: "\": \" on the same line as the key")
        }
        return key(try keyText(of: scalar, properties), at: start, colon: colon)
    }

    /// Returns the offset of the `:` that makes the preceding node a key, or `nil` if none follows on the line.
    @inline(__always)
    func isKeyEnd(from end: Int) -> Int? {
        var position = end
        while isSpace(text[position]) { position += 1 }
        return text[position] == UInt8(ascii: ":") && isBlank(text[position + 1]) ? position : nil
    }

    private mutating func key(_ key: String, at offset: Int, colon: Int) -> Context {
        stepKey(key, at: offset)
        cursor = colon + 1
        return Context(indent: current.indent, allowsSequenceAtIndent: true)
    }

    /// Returns the text of a scalar that is a key.
    mutating func keyText(of scalar: Scalar, _ properties: Properties) throws(JSONSyntaxError) -> String {
        if scalar.style == .plain, scalar.range.isEmpty, !scalar.isInScratch, properties.tag != .string {
            throw fault(at: scalar.start, "the key is missing: a JSON key cannot be null")
        }
        if let anchor = properties.anchor { try setAnchor(anchor, scalar, properties) }
        return content(of: scalar)
    }

    /// Makes a text the key of the next value.
    mutating func stepKey(_ key: String, at offset: Int) {
        if places != nil { placeKey = key }
        keyOffsets.set(values.count, offset)
        var key = key
        current.node = key.withUTF8 { trie.step(from: current.node, key: $0, rawKey: 0..<0) }
    }

    mutating func takeKey() throws(JSONSyntaxError) {
        current.isReadingKey = false
        let offset = keyOffsets.get(values.count - 1)
        // Collections were already rejected at their start.
        guard case .string(let key) = values.removeLast() else { throw collectionAsKey(at: offset) }
        stepKey(key, at: offset)
    }
}
