import JSONValues

/// A YAML 1.2 parser. It does not recurse, so nesting cannot exhaust the stack.
///
/// It creates JSON values directly, without tokens or events. A value's kind follows from its column and a following
/// `:`. YAML values without a JSON equivalent, such as an infinity or a collection as a key, are errors.
struct YAMLParser: ~Copyable {
    /// The text from `YAMLText.prepared`, which ends with a newline and zero padding.
    let text: UnsafePointer<UInt8>
    let count: Int
    let maximumDepth: Int
    /// The maximum number of bytes that all aliases may expand to.
    let maximumExpansion: Int

    var cursor = 0
    var lineStart = 0
    /// Whether only white space precedes the cursor on its line.
    var isNewLine = true
    /// Whether the white space before the cursor contains a tab.
    var sawTab = false
    /// Whether the cursor is at a document marker or at the end of the text.
    var isAtEnd = false
    /// The column of the cursor, or the number of leading spaces if a tab precedes it.
    var column = 0

    var current = Frame(kind: .document, indent: -1, start: 0, offset: 0)
    var outer: [Frame] = []
    var values: [JSON] = []
    var keyOffsets = OffsetStack()
    var trie = KeyTrie()
    /// The content of a scalar that differs from its source text.
    var scratch: [UInt8] = []
    /// Whether the last key was quoted, so that its colon needs no following space in a flow collection.
    var keyWasQuoted = false

    var anchors: [String: Anchor] = [:]
    /// The number of open collections by anchor.
    var openAnchors: [String: Int] = [:]
    var expansion = 0
    var tagHandles: [String: String] = [:]
    var places: SourceTree?
    var placeKey = ""

    /// An incomplete collection, or the document.
    struct Frame {
        enum Kind: UInt8 { case document, sequence, mapping, flowSequence, flowMapping, flowPair }
        enum Flow: UInt8 { case entry, key, afterKey, value, afterEntry }

        var kind: Kind
        var flow = Flow.entry
        /// Whether the next node is a key, after `?` or in a flow mapping.
        var isReadingKey = false
        /// The column of its entries. For a flow collection, the column of the enclosing block collection.
        var indent: Int
        var start: Int
        var node = KeyTrie.root
        var height = 0
        var anchor = 0..<0
        var expansionBefore = 0
        var offset: Int
        var place = -1
    }

    /// The position of a node in a block collection.
    struct Context {
        /// The column of the enclosing collection. The node must be to its right.
        var indent: Int
        /// Whether a sequence may start in that column, as below a key.
        var allowsSequenceAtIndent = false
        /// Whether a collection may start on the same line, as after `- `.
        var isCompact = false
    }

    init(_ text: UnsafeBufferPointer<UInt8>, maximumDepth: Int, recordsPlaces: Bool = false) {
        // The padding ensures a non-empty buffer.
        self.text = text.baseAddress.unsafelyUnwrapped
        count = text.count - YAMLText.padding
        self.maximumDepth = min(maximumDepth, JSONParsingOptions.deepestNesting)
        maximumExpansion = max(1_000_000, 10 * count)
        if recordsPlaces { places = SourceTree() }
    }

    // MARK: - Documents

    mutating func document() throws(JSONSyntaxError) -> JSON? {
        guard try beginDocument() else { return nil }
        var context = Context(indent: -1)
        while true {
            if let inner = try node(context) {
                context = inner
            } else if let next = try advance() {
                context = next
            } else {
                break
            }
        }
        anchors.removeAll(keepingCapacity: true)
        tagHandles.removeAll()
        current.height = 0
        return values.removeLast()
    }

    private mutating func beginDocument() throws(JSONSyntaxError) -> Bool {
        var hasVersion = false
        var hasDirective = false
        while true {
            if isByteOrderMark {
                cursor += 3
                lineStart = cursor
            }
            try skipSeparation()
            if cursor == lineStart, text[cursor] == UInt8(ascii: "%") {
                hasDirective = true
                try readDirective(&hasVersion)
                continue
            }
            let isStart = isAtEnd && text[cursor] == UInt8(ascii: "-")
            if hasDirective, !isStart { throw expected("\"---\" after a directive") }
            if cursor >= count { return false }
            if isAtEnd { cursor += 3 }
            guard isAtEnd, !isStart else {
                if isStart { isAtEnd = false } else { cursor = lineStart }
                return true
            }
            try skipSeparation()
            guard isNewLine else { throw expected("the end of the line after \"...\"") }
            cursor = lineStart
        }
    }

    private var isByteOrderMark: Bool {
        cursor == lineStart && text[cursor] == 0xEF && text[cursor + 1] == 0xBB && text[cursor + 2] == 0xBF
    }

    // MARK: - Between tokens

    /// Skips spaces, tabs, comments and line breaks, and updates the cursor state.
    mutating func skipSeparation() throws(JSONSyntaxError) {
        var position = cursor
        var isNewLine = position == lineStart
        var isSeparated = isNewLine
        var sawTab = false
        scan: while true {
            switch text[position] {
            case UInt8(ascii: " "):
                isSeparated = true
                position += 1
            case UInt8(ascii: "\n"):
                position += 1
                lineStart = position
                isNewLine = true
                isSeparated = true
                sawTab = false
            case UInt8(ascii: "\t"):
                isSeparated = true
                sawTab = true
                position += 1
            case UInt8(ascii: "#"):
                guard isSeparated else { throw fault(at: position, expected: "a space before a comment") }
                position = lineEnd(from: position)
            default: break scan
            }
        }
        cursor = position
        self.isNewLine = isNewLine
        self.sawTab = sawTab
        column = position - lineStart
        isAtEnd = position >= count || column == 0 && isMarker(at: position)
        if sawTab, isNewLine {
            column = 0
            while text[lineStart + column] == UInt8(ascii: " ") { column += 1 }
        }
    }

    /// Whether a document marker, `---` or `...`, is at a position in the first column.
    func isMarker(at position: Int) -> Bool {
        let byte = text[position]
        guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else { return false }
        return text[position + 1] == byte && text[position + 2] == byte && isBlank(text[position + 3])
    }

    /// Whether the byte at the cursor is an indicator, followed by white space.
    @inline(__always)
    func isIndicator(_ byte: UInt8) -> Bool { text[cursor] == byte && isBlank(text[cursor + 1]) }

    /// Whether the byte is white space, a line end or the end of the text.
    @inline(__always)
    func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") || byte == 0
    }

    @inline(__always)
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    func lineEnd(from start: Int) -> Int {
        var position = start
        while position < count, text[position] != UInt8(ascii: "\n") { position += 1 }
        return position
    }

    struct LinePeek {
        var content: Int
        var lineStart: Int
        var breaks = 0
        var indentation: Int
    }

    /// Peeks at the next nonblank line after a line end.
    @inline(__always)
    func peekLine(from lineEnd: Int) -> LinePeek {
        var peek = LinePeek(content: lineEnd, lineStart: lineEnd, indentation: 0)
        repeat {
            peek.breaks += 1
            peek.content += 1
            peek.lineStart = peek.content
            while text[peek.content] == UInt8(ascii: " ") { peek.content += 1 }
            peek.indentation = peek.content - peek.lineStart
            while isSpace(text[peek.content]) { peek.content += 1 }
        } while text[peek.content] == UInt8(ascii: "\n")
        return peek
    }

    // MARK: - Faults

    var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: count) }

    func expected(_ what: String) -> JSONSyntaxError { fault(at: cursor, expected: what) }

    func fault(at offset: Int, expected: String) -> JSONSyntaxError {
        JSONSyntaxError(at: min(offset, count), in: buffer, expected: expected)
    }

    func fault(at offset: Int, _ message: String) -> JSONSyntaxError {
        JSONSyntaxError(at: min(offset, count), in: buffer, message: message)
    }
}

extension JSON {
    /// Parses the documents of a YAML 1.2 stream in UTF-8, UTF-16 or UTF-32 by the core schema.
    ///
    /// A key is the text of its scalar. Tags without a JSON meaning are ignored. Infinities, collections as keys,
    /// duplicate keys, and aliases that expand to over ten times the text (or 1 MB) are errors.
    package static func documents(yaml bytes: [UInt8]) throws(JSONSyntaxError) -> [JSON] {
        try read(yaml: bytes, JSONParsingOptions.deepestNesting) { parser throws(JSONSyntaxError) in
            var documents: [JSON] = []
            while let document = try parser.document() { documents.append(document) }
            return documents
        }
    }

    package init(yaml bytes: [UInt8], maximumDepth: Int = JSONParsingOptions.deepestNesting) throws(JSONSyntaxError) {
        self = try Self.read(yaml: bytes, maximumDepth) { parser throws(JSONSyntaxError) in
            guard let document = try parser.document() else { throw parser.expected("a document") }
            let end = parser.cursor
            if try parser.document() != nil {
                throw parser.fault(at: end, "expected one document, found another that begins here")
            }
            return document
        }
    }

    private static func read<Value>(
        yaml bytes: [UInt8], _ maximumDepth: Int,
        _ body: (inout YAMLParser) throws(JSONSyntaxError) -> Value
    ) throws(JSONSyntaxError) -> Value {
        try YAMLText.prepared(bytes).withUnsafeBufferPointer { text throws(JSONSyntaxError) in
            var parser = YAMLParser(text, maximumDepth: maximumDepth)
            return try body(&parser)
        }
    }
}
