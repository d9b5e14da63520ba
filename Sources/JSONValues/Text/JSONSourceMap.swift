import Foundation

/// The source positions of all values of a JSON text. The first query indexes the text. Invalid JSON has no positions.
public struct JSONSourceMap: Sendable {
    private let bytes: [UInt8]
    private let syntax: TextSyntax
    /// The tree indexes containers lazily, so it is locked during a query.
    private let index = Locked<SourceIndex?>(nil)

    /// Maps UTF-8 text. Byte order marks and duplicate keys are allowed; the last key counts.
    public init(_ bytes: [UInt8]) { self.init(bytes, syntax: .json) }

    /// Maps UTF-8 text. Byte order marks and duplicate keys are allowed; the last key counts.
    public init(_ data: Data) { self.init([UInt8](data)) }

    /// Maps text. Duplicate keys are allowed; the last one counts.
    public init(_ text: String) { self.init(Array(text.utf8)) }

    /// Maps a text in the given syntax.
    package init(_ bytes: [UInt8], syntax: TextSyntax) {
        self.bytes = bytes
        self.syntax = syntax
    }

    /// Returns the start of a value, or nil if the text has no such value.
    public func position(of pointer: JSONPointer) -> JSONSourcePosition? { find(pointer)?.value }

    /// Returns the opening quote of a member's key, or nil if the value is not an object member.
    public func keyPosition(of pointer: JSONPointer) -> JSONSourcePosition? { find(pointer)?.key }

    private func find(_ pointer: JSONPointer) -> (value: JSONSourcePosition, key: JSONSourcePosition?)? {
        index.withLock { index in
            if index == nil { index = SourceIndex(bytes, syntax) }
            return index?.find(pointer)
        }
    }
}

private struct SourceIndex: Sendable {
    private let text: [UInt8]
    private var tree: SourceTree
    private let lines: JSONLineIndex

    init(_ bytes: [UInt8], _ syntax: TextSyntax) {
        (text, tree) = syntax.tree(bytes)
        lines = text.withUnsafeBufferPointer { JSONLineIndex($0) }
    }

    mutating func find(_ pointer: JSONPointer) -> (value: JSONSourcePosition, key: JSONSourcePosition?)? {
        guard let node = tree.find(pointer) else { return nil }
        return text.withUnsafeBufferPointer { text in
            (lines.position(of: node.offset, in: text), node.keyOffset.map { lines.position(of: $0, in: text) })
        }
    }
}

/// The values of a text in document order, with their positions.
package struct SourceTree: Sendable {
    private struct Node {
        /// The earlier node of which this is an alias.
        var original: Int?
        var offset: Int
        /// The start of the key, or -1.
        var keyOffset: Int
        /// The index after the node's last descendant.
        var end: Int
    }

    private var nodes: [Node] = []
    /// The children of containers by token.
    private var children: [Int: [CodePointKey: Int]] = [:]
    /// The keys of member nodes.
    private var keys: [Int: String] = [:]

    package init() {}

    /// Returns the tree of a JSON text, in which byte order marks and duplicate keys are allowed.
    static func json(_ bytes: [UInt8]) -> SourceTree {
        bytes.withUnsafeBufferPointer { bytes in
            let options = JSONParsingOptions(allowsByteOrderMark: true)
            var parser = JSONParser(bytes, options: options, recordsPlaces: true)
            // Invalid JSON has no nodes; the caller has already reported its errors.
            guard case .some = try? parser.parse() else { return SourceTree() }
            return parser.places ?? SourceTree()
        }
    }

    package mutating func add(_ offset: Int, key: (text: String, offset: Int)?, aliasOf original: Int? = nil) -> Int {
        let number = nodes.count
        nodes.append(Node(original: original, offset: offset, keyOffset: key?.offset ?? -1, end: number + 1))
        if let key { keys[number] = key.text }
        return number
    }

    package mutating func close(_ node: Int) { nodes[node].end = nodes.count }

    /// Finds a value and indexes each container on the path on first use.
    mutating func find(_ pointer: JSONPointer) -> (offset: Int, keyOffset: Int?)? {
        guard !nodes.isEmpty else { return nil }
        var node = 0
        for token in pointer.tokens {
            node = nodes[node].original ?? node
            if children[node] == nil { children[node] = indexChildren(of: node) }
            guard let child = children[node]?[CodePointKey(token)] else { return nil }
            node = child
        }
        return (nodes[node].offset, nodes[node].keyOffset < 0 ? nil : nodes[node].keyOffset)
    }

    private func indexChildren(of node: Int) -> [CodePointKey: Int] {
        var found: [(CodePointKey, Int)] = []
        var child = node + 1
        while child < nodes[node].end {
            found.append((CodePointKey(keys[child] ?? String(found.count)), child))
            child = nodes[child].end
        }
        // The last of equal keys counts.
        return Dictionary(found) { $1 }
    }
}

/// A position in a text.
public struct JSONSourcePosition: Sendable, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    /// The column in Unicode scalars, counted from 1.
    public let column: Int
    /// The byte offset, counted from 0.
    public let offset: Int

    /// Creates a position.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// Computes line and column of a byte offset. Lines end with LF, CR or CRLF.
    package init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let read = UnsafeBufferPointer(rebasing: bytes.prefix(offset + 1))
        self = JSONLineIndex(read).position(of: min(offset, bytes.count), in: read)
    }

    /// `line 3, column 14`.
    public var description: String { "line \(line), column \(column)" }
}

/// An index from byte offsets to lines and columns. The lookup time does not depend on the line length.
struct JSONLineIndex: Sendable {
    private var lineStarts: [Int] = [0]
    /// The number of scalars that start before each block of bytes.
    private var scalarsBefore: [Int] = []

    private static let block = 256

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var scalars = 0
        for index in bytes.indices {
            if index % Self.block == 0 { scalarsBefore.append(scalars) }
            if bytes[index] & 0xC0 != 0x80 { scalars += 1 }
            let isReturn = bytes[index] == UInt8(ascii: "\r")
            let endsLine = isReturn && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
            if endsLine || bytes[index] == UInt8(ascii: "\n") { lineStarts.append(index + 1) }
        }
        if bytes.count % Self.block == 0 { scalarsBefore.append(scalars) }
    }

    func position(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> JSONSourcePosition {
        let line = lineStarts.partitioningIndex { $0 > offset }
        let column = scalars(before: offset, in: bytes) - scalars(before: lineStarts[line - 1], in: bytes) + 1
        return JSONSourcePosition(line: line, column: column, offset: offset)
    }

    private func scalars(before offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let block = offset / Self.block
        let tail = bytes[(block * Self.block)..<offset]
        return tail.reduce(scalarsBefore[block]) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }
}
