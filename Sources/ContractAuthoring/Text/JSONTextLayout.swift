import JSONSchema

/// The ranges of the objects and arrays of a JSON text, for inserting into them.
struct JSONTextLayout {
    struct Node {
        /// The bytes of the value.
        var range: Range<Int>
        /// The start and value of each member or element.
        var children: [(start: Int, key: String?, value: Node)] = []
    }

    private let bytes: [UInt8]
    private var position = 0

    /// Reads a text that is known to be JSON without a byte order mark.
    static func root(of bytes: [UInt8]) throws(JSONSyntaxError) -> Node {
        var layout = JSONTextLayout(bytes: bytes)
        return try layout.value()
    }

    private mutating func value() throws(JSONSyntaxError) -> Node {
        skipSpace()
        let start = position
        guard position < bytes.count else { return Node(range: start..<start) }
        var node = Node(range: start..<start)
        switch bytes[position] {
        case UInt8(ascii: "{"): try children(of: &node, until: UInt8(ascii: "}"), keyed: true)
        case UInt8(ascii: "["): try children(of: &node, until: UInt8(ascii: "]"), keyed: false)
        case UInt8(ascii: "\""): skipString()
        default: while position < bytes.count, !",]} \n\r\t".utf8.contains(bytes[position]) { position += 1 }
        }
        node.range = start..<position
        return node
    }

    private mutating func children(of node: inout Node, until end: UInt8, keyed: Bool) throws(JSONSyntaxError) {
        position += 1
        skipSpace()
        while position < bytes.count, bytes[position] != end {
            let start = position
            var key: String?
            if keyed {
                skipString()
                key = try JSON(parsing: Array(bytes[start..<position])).stringValue
                skipSpace()
                position += 1
            }
            node.children.append((start, key, try value()))
            skipSpace()
            if position < bytes.count, bytes[position] == UInt8(ascii: ",") { position += 1 }
            skipSpace()
        }
        position += 1
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
    }

    private mutating func skipString() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
    }
}

extension JSONTextLayout.Node {
    /// The value that keys of objects and indices of arrays lead to.
    func descendant(_ keys: [String]) -> JSONTextLayout.Node? {
        keys.reduce(Optional(self)) { node, key -> JSONTextLayout.Node? in
            guard let children = node?.children else { return nil }
            return children.indices.last { (children[$0].key ?? String($0)) == key }.map { children[$0].value }
        }
    }
}
