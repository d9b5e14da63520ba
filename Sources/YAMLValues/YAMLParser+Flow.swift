import JSONValues

// Flow collections: bracketed ones, which include JSON's.
extension YAMLParser {
    /// Parses the flow collection at the cursor with its contents.
    ///
    /// - Parameter indent: the column of the enclosing block collection. The lines must be indented by more.
    mutating func readFlow(indent: Int, _ properties: Properties) throws(JSONSyntaxError) {
        let depth = outer.count
        try openFlow(indent: indent, properties)
        while outer.count > depth { try flowStep() }
    }

    private mutating func openFlow(indent: Int, _ properties: Properties) throws(JSONSyntaxError) {
        let kind: Frame.Kind = text[cursor] == UInt8(ascii: "[") ? .flowSequence : .flowMapping
        try open(kind, indent: indent, at: cursor, properties)
        cursor += 1
    }

    private mutating func flowStep() throws(JSONSyntaxError) {
        try skipFlowSeparation()
        let byte = text[cursor]
        switch current.flow {
        case .entry:
            if isClosing(byte) { return try closeFlow() }
            if byte == UInt8(ascii: ",") { throw expected("an entry before \",\"") }
            if byte == UInt8(ascii: "?"), isFlowBlank(text[cursor + 1]) {
                if current.kind == .flowSequence { try open(.flowPair, indent: current.indent, at: cursor) }
                current.isReadingKey = true
                current.flow = .key
                cursor += 1
            } else {
                current.isReadingKey = current.kind == .flowMapping
                try flowNode()
            }
        case .key: try flowNode()
        case .afterKey:
            if byte == UInt8(ascii: ":"), keyWasQuoted || isFlowBlank(text[cursor + 1]) {
                cursor += 1
                current.flow = .value
            } else {
                try completeEmpty()
                current.flow = .afterEntry
            }
        case .value:
            if byte == UInt8(ascii: ",") || isClosing(byte) {
                try completeEmpty()
                current.flow = .afterEntry
            } else {
                try flowNode()
            }
        case .afterEntry:
            if current.kind == .flowPair {
                try close()
                current.flow = .afterEntry
            } else if isClosing(byte) {
                try closeFlow()
            } else if byte == UInt8(ascii: ",") {
                cursor += 1
                current.flow = .entry
            } else if byte == UInt8(ascii: ":"), current.kind == .flowSequence {
                throw fault(at: cursor, "only a single-line scalar can be a key here")
            } else {
                throw expected(current.kind == .flowSequence ? "\",\" or \"]\"" : "\",\" or \"}\"")
            }
        }
    }

    private mutating func skipFlowSeparation() throws(JSONSyntaxError) {
        try skipSeparation()
        if isAtEnd {
            let bracket = current.kind == .flowMapping ? "}" : "]"
            let begin = JSONSourcePosition(offset: current.offset, in: buffer)
            throw expected("\"\(bracket)\", which closes the bracket at \(begin)")
        }
        guard isNewLine, column <= current.indent else { return }
        // Other parsers accept a closing bracket in the column of the opening line.
        if column == current.indent, isClosing(text[cursor]) { return }
        throw expected("a line in brackets to be indented by more than \(current.indent) spaces")
    }

    private func isClosing(_ byte: UInt8) -> Bool {
        byte == (current.kind == .flowMapping ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    private mutating func closeFlow() throws(JSONSyntaxError) {
        cursor += 1
        try close()
        current.flow = .afterEntry
    }

    private mutating func completeEmpty() throws(JSONSyntaxError) {
        try complete(Scalar(at: cursor), Properties())
    }

    // MARK: - Nodes

    private mutating func flowNode() throws(JSONSyntaxError) {
        let start = cursor
        let line = lineStart
        var properties = Properties()
        if text[cursor] == UInt8(ascii: "&") || text[cursor] == UInt8(ascii: "!") {
            properties = try readProperties()
            try skipFlowSeparation()
        }
        let byte = text[cursor]
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
            return try openFlow(indent: current.indent, properties)
        }
        if byte == UInt8(ascii: "*") {
            let anchor = try readAlias(properties)
            keyWasQuoted = false
            if !current.isReadingKey, let colon = try pairColon(isQuoted: false, isOneLine: true) {
                let key = try keyText(of: anchor, at: start)
                try open(.flowPair, indent: current.indent, at: start)
                stepKey(key, at: start)
                return beginPairValue(after: colon)
            }
            try complete(anchor, at: start)
            return try flowScalarEnded()
        }
        let scalar = try flowScalar()
        keyWasQuoted = scalar.style == .quoted
        let isOneLine = line == lineStart
        if !current.isReadingKey, let colon = try pairColon(isQuoted: keyWasQuoted, isOneLine: isOneLine) {
            try open(.flowPair, indent: current.indent, at: start)
            stepKey(try keyText(of: scalar, properties), at: start)
            return beginPairValue(after: colon)
        }
        try complete(scalar, properties)
        try flowScalarEnded()
    }

    private mutating func flowScalarEnded() throws(JSONSyntaxError) {
        let isKey = current.isReadingKey
        if isKey { try takeKey() }
        current.flow = isKey ? .afterKey : .afterEntry
    }

    /// Returns the colon after a sequence entry that makes it a single-pair mapping, or `nil`.
    private func pairColon(isQuoted: Bool, isOneLine: Bool) throws(JSONSyntaxError) -> Int? {
        guard current.kind == .flowSequence else { return nil }
        var position = cursor
        while isSpace(text[position]) { position += 1 }
        guard text[position] == UInt8(ascii: ":"), isQuoted || isFlowBlank(text[position + 1]) else { return nil }
        if isOneLine { return position }
        throw fault(at: position, "a key must be on one line, with its colon")
    }

    private mutating func beginPairValue(after colon: Int) {
        current.flow = .value
        cursor = colon + 1
    }

    private mutating func flowScalar() throws(JSONSyntaxError) -> Scalar {
        let byte = text[cursor]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quoted(text[cursor], indent: current.indent)
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
            // An empty node after a tag, an anchor or `?`. The next step reports any error.
            return Scalar(at: cursor)
        case UInt8(ascii: ":") where isFlowBlank(text[cursor + 1]): return Scalar(at: cursor)
        default: return try plain(indent: current.indent, isInFlow: true)
        }
    }

    /// Whether a plain scalar in a flow collection ends before this byte.
    @inline(__always)
    func isFlowBlank(_ byte: UInt8) -> Bool { isBlank(byte) || Self.isFlowIndicator(byte) }

    @inline(__always)
    static func isFlowIndicator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
        default: false
        }
    }
}
