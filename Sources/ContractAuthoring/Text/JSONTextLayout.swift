import HTTPRecording
import JSONSchema

enum JSONTextLayout {
    struct Node {
        var range: Range<Int>
        var children: [(start: Int, key: String?, value: Node)] = []
    }

    private struct Open {
        var node: Node
        let isObject: Bool
        var key: (start: Int, text: String?)?
    }

    /// The text must be valid JSON without a byte order mark.
    static func root(of bytes: [UInt8]) throws(JSONSyntaxError) -> Node {
        var root = Node(range: 0..<0)
        var open: [Open] = []
        func add(_ value: Node) {
            guard var container = open.popLast() else { return root = value }
            container.node.children.append((container.key?.start ?? value.range.lowerBound, container.key?.text, value))
            container.key = nil
            open.append(container)
        }
        try JSONTokens.each(in: bytes[...]) { token throws(JSONSyntaxError) in
            switch token.first {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(Open(node: Node(range: token.indices), isObject: token.first == UInt8(ascii: "{")))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard var node = open.popLast()?.node else { return }
                node.range = node.range.lowerBound..<token.endIndex
                add(node)
            case UInt8(ascii: ","), UInt8(ascii: ":"): break
            case _ where open.last.map { $0.isObject && $0.key == nil } ?? false:
                open[open.count - 1].key = (token.startIndex, try JSON(parsing: Array(token)).stringValue)
            default: add(Node(range: token.indices))
            }
        }
        return root
    }
}

extension JSONTextLayout.Node {
    func descendant(_ keys: [String]) -> JSONTextLayout.Node? {
        keys.reduce(Optional(self)) { node, key -> JSONTextLayout.Node? in
            guard let children = node?.children else { return nil }
            return children.indices.last { (children[$0].key ?? String($0)) == key }.map { children[$0].value }
        }
    }
}
