/// Reads a YAML 1.2 stream document by document, without recursion, so that no nesting can exhaust the stack.
///
/// It makes JSON values at once, without tokens or events. The column of a line and a following `:` decide a value's
/// kind. A YAML value that JSON lacks (a collection as a key, an infinity) is an error.
struct YAMLParser: ~Copyable {
    /// A text of `YAMLText.prepared`: it ends with a line end and zeros.
    let text: UnsafePointer<UInt8>
    /// The length without the zeros.
    let count: Int
    let maximumDepth: Int
    /// The most bytes of text that all aliases may stand for.
    let maximumExpansion: Int

    var cursor = 0
    var lineStart = 0
    /// Whether nothing but white space stands before the cursor in its line.
    var isNewLine = true
    /// Whether a tab is part of the white space before the cursor.
    var sawTab = false
    /// Whether the cursor stands at a document's marker or at the end of the text.
    var isAtEnd = false
    /// The indentation of the cursor's line, or the cursor's column within it.
    var column = 0

    var current = Frame(kind: .document, indent: -1, start: 0, offset: 0)
    /// The collections around the current one.
    var outer: [Frame] = []
    /// Values that are complete, but whose collection is not.
    var values = ValueStack()
    var keyOffsets = OffsetStack()
    var trie = KeyTrie()
    /// The content of a scalar that is not as it stands in the text.
    var scratch: [UInt8] = []
    /// Whether the key read last was quoted, so that its colon needs no space behind it in a flow collection.
    var keyWasQuoted = false

    var anchors: [String: Anchor] = [:]
    var openAnchors = 0
    var expansion = 0
    var tagHandles: [String: String] = [:]
    /// The place of each value, if asked for.
    var places: SourceTree?
    /// The key of the value that comes next, where places are asked for.
    var placeKey = ""

    /// A collection that is not complete, or the document.
    struct Frame {
        enum Kind: UInt8 { case document, sequence, mapping, flowSequence, flowMapping, flowPair }
        enum Flow: UInt8 { case entry, key, afterKey, value, afterEntry }

        var kind: Kind
        var flow = Flow.entry
        /// Whether the next node is a key that `?` announced, or one of a flow mapping.
        var isReadingKey = false
        /// The column of its entries; of a flow collection, that of the block collection around it.
        var indent: Int
        /// The height of the stack when it began.
        var start: Int
        /// The sequence of keys so far.
        var node = KeyTrie.root
        /// The depth of nested collections.
        var height = 0
        /// The name of its anchor in the text; empty where it has none.
        var anchor = 0..<0
        var expansionBefore = 0
        var offset: Int
        var place = -1
    }

    /// The position of a node in a block collection.
    struct Context {
        /// The column of the collection around it; the node stands to the right of it.
        var indent: Int
        /// Whether a sequence may stand in that very column: below a key.
        var allowsSequenceAtIndent = false
        /// Whether a collection may begin in the same line, as after `- `.
        var isCompact = false
    }

    /// - Parameter text: as `YAMLText.prepared` makes it, with its padding.
    init(_ text: UnsafeBufferPointer<UInt8>, maximumDepth: Int, recordsPlaces: Bool = false) {
        // The padding makes it not empty.
        self.text = text.baseAddress.unsafelyUnwrapped
        count = text.count - YAMLText.padding
        self.maximumDepth = min(maximumDepth, JSONParsingOptions.deepestNesting)
        maximumExpansion = max(1_000_000, 10 * count)
        if recordsPlaces { places = SourceTree() }
    }

    // MARK: - Documents

    /// Reads the next document; `nil` at the end of the stream.
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
        return values.pop()
    }

    /// Moves to the content of the next document, over directives, markers and comments.
    private mutating func beginDocument() throws(JSONSyntaxError) -> Bool {
        var hasVersion = false
        var directive: Int?
        while true {
            if isByteOrderMark {
                cursor += 3
                lineStart = cursor
            }
            try skipSeparation()
            if cursor >= count {
                if directive != nil { throw expected("\"---\" after a directive") }
                return false
            }
            if cursor == lineStart, text[cursor] == UInt8(ascii: "%") {
                directive = cursor
                try readDirective(&hasVersion)
            } else if isAtEnd, text[cursor] == UInt8(ascii: ".") {
                if directive != nil { throw expected("\"---\" after a directive") }
                cursor += 3
                try skipSeparation()
                guard isNewLine else { throw expected("the end of the line after \"...\"") }
                cursor = lineStart
            } else if isAtEnd {
                cursor += 3
                isAtEnd = false
                return true
            } else {
                if directive != nil { throw expected("\"---\" after a directive") }
                cursor = lineStart
                return true
            }
        }
    }

    private var isByteOrderMark: Bool {
        cursor == lineStart && text[cursor] == 0xEF && text[cursor + 1] == 0xBB && text[cursor + 2] == 0xBF
    }

    // MARK: - Between tokens

    /// Moves over spaces, tabs, comments and line ends, and returns what comes then.
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

    /// Whether `---` or `...` stands here, which ends a document in the first column.
    func isMarker(at position: Int) -> Bool {
        let byte = text[position]
        guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else { return false }
        return text[position + 1] == byte && text[position + 2] == byte && isBlank(text[position + 3])
    }

    /// Whether the byte at the cursor is an indicator: white space follows it.
    @inline(__always)
    func isIndicator(_ byte: UInt8) -> Bool { text[cursor] == byte && isBlank(text[cursor + 1]) }

    /// Whether white space, a line or the text ends here.
    @inline(__always)
    func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t") || byte == 0
    }

    @inline(__always)
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    func lineEnd(from start: Int) -> Int {
        var position = start
        while true {
            let special = ByteWord(text, position).controls
            if special == 0 {
                position += 8
                continue
            }
            position += ByteWord.offset(of: special)
            if text[position] == UInt8(ascii: "\n") || position >= count { return position }
            position += 1
        }
    }

    /// The next line that is not blank.
    struct LinePeek {
        /// The first character that is no white space.
        var content: Int
        var lineStart: Int
        /// The number of line ends before it.
        var breaks = 0
        var indentation: Int
    }

    /// Looks behind the line end at `position`, without moving there.
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

/// Eight bytes of a text, searched at once. The lowest bit that is set is right; those above it need not be.
struct ByteWord {
    private let word: UInt64
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    @inline(__always)
    init(_ text: UnsafePointer<UInt8>, _ offset: Int) {
        word = UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Marks the bytes below a space.
    var controls: UInt64 {
        @inline(__always) get { (word &- Self.ones &* 0x20) & ~word & (Self.ones &* 0x80) }
    }

    /// Marks the bytes equal to one.
    @inline(__always)
    func equal(to byte: UInt8) -> UInt64 {
        let difference = word ^ (Self.ones &* UInt64(byte))
        return (difference &- Self.ones) & ~difference & (Self.ones &* 0x80)
    }

    @inline(__always)
    static func offset(of mark: UInt64) -> Int { mark.trailingZeroBitCount >> 3 }
}

extension JSON {
    /// Reads the documents of a YAML 1.2 stream in UTF-8, UTF-16 or UTF-32, as the core schema resolves them.
    ///
    /// A key is the text of its scalar. Tags without a meaning in JSON are ignored. Errors are infinities, collections as
    /// keys, duplicate keys, and aliases that stand for more than ten times the text (or 1 MB).
    package static func documents(
        yaml bytes: [UInt8], maximumDepth: Int = JSONParsingOptions.deepestNesting
    ) throws(JSONSyntaxError) -> [JSON] {
        try read(yaml: bytes, maximumDepth) { parser throws(JSONSyntaxError) in
            var documents: [JSON] = []
            while let document = try parser.document() { documents.append(document) }
            return documents
        }
    }

    /// Reads a YAML text that holds one document.
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
        let text = try YAMLText.outcome(of: bytes).get()
        let outcome = text.withUnsafeBufferPointer { text -> Result<Value, JSONSyntaxError> in
            var parser = YAMLParser(text, maximumDepth: maximumDepth)
            do throws(JSONSyntaxError) { return .success(try body(&parser)) } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}
