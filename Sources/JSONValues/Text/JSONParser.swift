import Foundation

/// An RFC 8259 parser for UTF-8. It does not recurse, so nesting cannot exhaust the stack.
package struct JSONParser: ~Copyable {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let options: JSONParsingOptions
    private let maximumDepth: Int
    private var cursor = 0
    /// Complete values of incomplete arrays and objects.
    private var values: [JSON] = []
    private var keyOffsets = OffsetStack()
    private var trie = KeyTrie()
    private var outer: [Container] = []
    private var scratch: [UInt8] = []
    private(set) var warnings: [JSONParsingWarning] = []
    private var lines: JSONLineIndex?
    /// The positions of the values, if they are recorded.
    private(set) var places: SourceTree?

    private struct Container {
        var start: Int
        /// The trie node of its keys so far, or -1 for an array.
        var node: Int32
        /// The number of its place, or -1.
        var place = -1
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, options: JSONParsingOptions, recordsPlaces: Bool = false) {
        if recordsPlaces { places = SourceTree() }
        self.bytes = bytes
        self.options = options
        maximumDepth = min(options.maximumDepth, JSONParsingOptions.deepestNesting)
    }

    mutating func parse() throws(JSONSyntaxError) -> JSON {
        try skipByteOrderMark()
        var depth = 0
        var current = Container(start: 0, node: -1)
        skipSpace()
        while true {
            guard cursor < bytes.count else { throw expected("a value") }
            let place = places == nil ? -1 : addPlace(in: current)
            switch bytes[cursor] {
            case UInt8(ascii: "\""): values.append(.string(try string()))
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = bytes[cursor] == UInt8(ascii: "{")
                if depth == maximumDepth {
                    throw JSONSyntaxError(
                        at: cursor, in: bytes, message: "arrays and objects nest deeper than the limit of \(depth)")
                }
                cursor += 1
                skipSpace()
                if cursor < bytes.count, bytes[cursor] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    cursor += 1
                    values.append(isObject ? .object(JSONObject()) : .array([]))
                    break
                }
                outer.append(current)
                depth += 1
                current = Container(start: values.count, node: isObject ? KeyTrie.root : -1, place: place)
                if isObject { current.node = try key(after: current.node) }
                continue
            case UInt8(ascii: "t"): values.append(try literal("true", .bool(true)))
            case UInt8(ascii: "f"): values.append(try literal("false", .bool(false)))
            case UInt8(ascii: "n"): values.append(try literal("null", .null))
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): values.append(.number(try number()))
            case UInt8(ascii: "]") where depth > 0 && current.node < 0:
                throw expected("a value after the comma (a trailing comma is not JSON)")
            default: throw expected("a value")
            }
            // A value is complete; the next bytes continue or end its container.
            while true {
                skipSpace()
                if depth == 0 {
                    guard cursor == bytes.count else { throw expected("the end of the text") }
                    return values.removeLast()
                }
                let isObject = current.node >= 0
                guard cursor < bytes.count else { throw expected(isObject ? "\",\" or \"}\"" : "\",\" or \"]\"") }
                if bytes[cursor] == UInt8(ascii: ",") {
                    cursor += 1
                    skipSpace()
                    if isObject { current.node = try key(after: current.node) }
                    break
                }
                guard bytes[cursor] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw expected(isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
                }
                cursor += 1
                let value: JSON = isObject ? .object(try object(current)) : .array(values.popArray(from: current.start))
                values.append(value)
                if current.place >= 0 { places?.close(current.place) }
                current = outer.removeLast()
                depth -= 1
            }
        }
    }

    @inline(never)
    private mutating func addPlace(in container: Container) -> Int {
        let key = container.node < 0 ? nil : (trie.key(at: container.node), keyOffsets.get(values.count))
        return places?.add(cursor, key: key) ?? -1
    }

    // MARK: - Objects

    private mutating func key(after node: Int32) throws(JSONSyntaxError) -> Int32 {
        guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "\"") else {
            let isTrailingComma = cursor < bytes.count && bytes[cursor] == UInt8(ascii: "}")
            throw expected(
                isTrailingComma ? "a key after the comma (a trailing comma is not JSON)" : "a key in double quotes")
        }
        keyOffsets.set(values.count, cursor)
        let next = try step(from: node)
        skipSpace()
        guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: ":") else { throw expected("\":\"") }
        cursor += 1
        skipSpace()
        return next
    }

    private mutating func step(from node: Int32) throws(JSONSyntaxError) -> Int32 {
        let start = cursor + 1
        let guess = trie.nodes[Int(node)].lastChild
        if guess >= 0, let base = bytes.baseAddress {
            let known = trie.nodes[Int(guess)].rawKey
            let length = known.count
            // Including the closing quote, so that a longer key does not match.
            if start + length < bytes.count, bytes[start + length] == UInt8(ascii: "\""),
                memcmp(base + start, base + known.lowerBound, length) == 0
            {
                cursor = start + length + 1
                return guess
            }
        }
        let end = try scanString()
        let raw = start..<(end - 1)
        let bytes = UnsafeBufferPointer(rebasing: bytes[raw])
        guard sawEscape else { return trie.step(from: node, key: bytes, rawKey: raw) }
        try unescape(raw)
        var key = String(decoding: scratch, as: UTF8.self)
        return key.withUTF8 { trie.step(from: node, key: $0, rawKey: raw) }
    }

    private mutating func object(_ container: Container) throws(JSONSyntaxError) -> JSONObject {
        let entry = trie.entry(at: container.node)
        if !trie.entries[entry].duplicates.isEmpty {
            try dropDuplicates(of: trie.entries[entry], from: container.start)
        }
        return JSONObject(shape: trie.entries[entry].shape, values: values.popArray(from: container.start))
    }

    /// Keeps the last value of each repeated key, at the position of its first occurrence.
    @inline(never)
    private mutating func dropDuplicates(of entry: KeyTrie.Entry, from start: Int) throws(JSONSyntaxError) {
        var members = values.popArray(from: start)
        for (key, position, first) in entry.duplicates {
            let places = lines ?? JSONLineIndex(bytes)
            lines = places
            let firstPlace = places.position(of: keyOffsets.get(start + first), in: bytes)
            let place = places.position(of: keyOffsets.get(start + position), in: bytes)
            if options.duplicateKeys == .reject {
                throw JSONSyntaxError(
                    at: place.offset, in: bytes, message: "duplicate key \"\(key)\", first at \(firstPlace)")
            }
            warnings.append(JSONParsingWarning(key: key, first: firstPlace, position: place))
            members[first] = members[position]
        }
        let dropped = Set(entry.duplicates.map(\.position))
        for (position, member) in members.enumerated() where !dropped.contains(position) { values.append(member) }
    }

    // MARK: - Scalars

    private mutating func literal(_ text: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
        for index in 0..<text.utf8CodeUnitCount {
            guard cursor < bytes.count, bytes[cursor] == text.utf8Start[index] else { throw expected("\"\(text)\"") }
            cursor += 1
        }
        return value
    }

    @inline(__always)
    private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        switch NumberScanner.scan(bytes, from: cursor) {
        case .number(let number, let end):
            cursor = end
            return number
        case .fault(let offset, let expected): throw self.expected(expected, at: offset)
        }
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        let start = cursor + 1
        let end = try scanString()
        if sawEscape {
            try unescape(start..<(end - 1))
            return String(decoding: scratch, as: UTF8.self)
        }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<(end - 1)]), as: UTF8.self)
    }

    private var sawEscape = false

    /// Validates the string at the cursor and moves past its closing quote.
    private mutating func scanString() throws(JSONSyntaxError) -> Int {
        sawEscape = false
        var position = cursor + 1
        let raw = UnsafeRawBufferPointer(bytes)
        while true {
            // Eight bytes at a time, while none is a quote, a backslash, a control character or non-ASCII.
            while position + 8 <= raw.count {
                let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                let ones: UInt64 = 0x0101_0101_0101_0101
                let quote = word ^ (ones &* 0x22)
                let backslash = word ^ (ones &* 0x5C)
                let quotes: UInt64 = (quote &- ones) & ~quote
                let backslashes: UInt64 = (backslash &- ones) & ~backslash
                let controls: UInt64 = word &- ones &* 0x20
                let special: UInt64 = (quotes | backslashes | controls | word) & (ones &* 0x80)
                if special == 0 {
                    position += 8
                    continue
                }
                position += special.trailingZeroBitCount >> 3
                break
            }
            guard position < bytes.count else { throw expected("the closing '\"' of a string", at: bytes.count) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                cursor = position + 1
                return cursor
            case UInt8(ascii: "\\"):
                sawEscape = true
                // `unescape` interprets it; here it must not hide or expose a quote.
                let isPair =
                    position + 1 < bytes.count
                    && (bytes[position + 1] == UInt8(ascii: "\"") || bytes[position + 1] == UInt8(ascii: "\\"))
                position += isPair ? 2 : 1
            case 0x00..<0x20:
                throw expected("a control character to be escaped in a string", at: position)
            case 0x80...0xFF:
                let length = UTF8Scanner.length(at: position, in: bytes)
                guard length > 0 else { throw expected("UTF-8", at: position) }
                position += length
            default: position += 1
            }
        }
    }

    /// Writes the unescaped string in a byte range to `scratch`.
    private mutating func unescape(_ range: Range<Int>) throws(JSONSyntaxError) {
        scratch.removeAll(keepingCapacity: true)
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = bytes[position]
            if byte != UInt8(ascii: "\\") {
                scratch.append(byte)
                position += 1
                continue
            }
            let escape = position
            position += 2
            switch bytes[escape + 1] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(bytes[escape + 1])
            case UInt8(ascii: "b"): scratch.append(0x08)
            case UInt8(ascii: "f"): scratch.append(0x0C)
            case UInt8(ascii: "n"): scratch.append(0x0A)
            case UInt8(ascii: "r"): scratch.append(0x0D)
            case UInt8(ascii: "t"): scratch.append(0x09)
            case UInt8(ascii: "u"):
                var value = try hexadecimal(position)
                position += 4
                if position + 6 <= range.upperBound, bytes[position] == UInt8(ascii: "\\"),
                    bytes[position + 1] == UInt8(ascii: "u"), UTF16.isLeadSurrogate(value),
                    let pair = UTF16.scalar(value, try hexadecimal(position + 2))
                {
                    value = pair
                    position += 6
                }
                guard let scalar = Unicode.Scalar(value) else {
                    throw JSONSyntaxError(
                        at: escape, in: bytes,
                        message: "expected a pair of surrogates, found the lone \(JSONSyntaxError.hexadecimal(value))")
                }
                if let encoded = UTF8.encode(scalar) { scratch.append(contentsOf: encoded) }
            default:
                throw expected("one of \" \\ / b f n r t u after a backslash", at: escape + 1)
            }
        }
    }

    private func hexadecimal(_ start: Int) throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for position in start..<(start + 4) {
            guard position < bytes.count, let digit = bytes[position].hexadecimalValue else {
                throw expected("four hexadecimal digits after \"\\u\"", at: position)
            }
            value = value << 4 | digit
        }
        return value
    }

    // MARK: - Between values

    private mutating func skipByteOrderMark() throws(JSONSyntaxError) {
        guard bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return }
        guard options.allowsByteOrderMark else {
            throw JSONSyntaxError(at: 0, in: bytes, message: "expected a value, found a byte order mark")
        }
        cursor = 3
    }

    @inline(__always)
    private mutating func skipSpace() {
        while cursor < bytes.count {
            switch bytes[cursor] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): cursor += 1
            default: return
            }
        }
    }

    private func expected(_ what: String, at offset: Int? = nil) -> JSONSyntaxError {
        JSONSyntaxError(at: offset ?? cursor, in: bytes, expected: what)
    }
}
