/// The interned keys of a text, with one trie node for each distinct key sequence.
///
/// An object starts at the root and takes one step per key. A node remembers its last step. If objects repeat their
/// keys in the same order, a step is one byte comparison without a string or hash.
package struct KeyTrie: ~Copyable {
    package struct Node {
        /// The byte range of the last key, without quotes.
        package var rawKey: Range<Int>
        var key: Int32
        var parent: Int32
        /// The last step taken from this node, or -1.
        package var lastChild: Int32
        /// The index of the entry for an object that ends here, or -1.
        var shape: Int32
    }

    package struct Entry {
        package var shape: ObjectShape
        /// The repeated keys, with their positions and the positions of their first occurrence.
        package var duplicates: [(key: String, position: Int, first: Int)]
    }

    package private(set) var nodes: [Node]
    private var children: [UInt64: Int32] = [:]
    /// All keys of the text, used as an index.
    private let keys = ObjectShape(keys: [], hashes: [])
    package private(set) var entries: [Entry] = []

    package static let root: Int32 = 0

    package init() { nodes = [Node(rawKey: 0..<0, key: -1, parent: -1, lastChild: -1, shape: -1)] }

    package mutating func step(from node: Int32, key bytes: UnsafeBufferPointer<UInt8>, rawKey: Range<Int>) -> Int32 {
        let key = intern(bytes)
        let step = UInt64(UInt32(node)) << 32 | UInt64(UInt32(key))
        let child: Int32
        if let known = children[step] {
            child = known
        } else {
            child = Int32(nodes.count)
            nodes.append(Node(rawKey: rawKey, key: key, parent: node, lastChild: -1, shape: -1))
            children[step] = child
        }
        nodes[Int(node)].lastChild = child
        return child
    }

    private mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        let hash = KeyHash.of(bytes)
        let key = String(decoding: bytes, as: UTF8.self)
        if let known = keys.position(of: key, hash: hash) { return Int32(known) }
        keys.append(key, hash: hash)
        return Int32(keys.keys.count - 1)
    }

    /// Returns the last key of a sequence.
    func key(at node: Int32) -> String { keys.keys[Int(nodes[Int(node)].key)] }

    package mutating func entry(at node: Int32) -> Int {
        let known = nodes[Int(node)].shape
        return known >= 0 ? Int(known) : makeEntry(at: node)
    }

    @inline(never)
    private mutating func makeEntry(at node: Int32) -> Int {
        let number = Int32(entries.count)
        var sequence: [Int32] = []
        var step = node
        while step != Self.root {
            sequence.append(nodes[Int(step)].key)
            step = nodes[Int(step)].parent
        }
        // The positions of the shape's keys in the sequence.
        var positions: [Int] = []
        var duplicates: [(key: String, position: Int, first: Int)] = []
        let shape = ObjectShape(keys: [], hashes: [])
        for (position, key) in sequence.reversed().enumerated() {
            let (text, hash) = (keys.keys[Int(key)], keys.hashes[Int(key)])
            if let known = shape.position(of: text, hash: hash) {
                duplicates.append((text, position, positions[known]))
            } else {
                shape.append(text, hash: hash)
                positions.append(position)
            }
        }
        entries.append(Entry(shape: shape, duplicates: duplicates))
        nodes[Int(node)].shape = number
        return Int(number)
    }
}

extension [JSON] {
    /// Removes and returns the elements from an index on.
    package mutating func popArray(from start: Int) -> [JSON] {
        defer { removeSubrange(start...) }
        return Array(self[start...])
    }
}

/// The offsets of the keys of a stack of values.
package struct OffsetStack {
    private var offsets: [Int] = []

    package init() {}

    @inline(__always)
    package mutating func set(_ index: Int, _ offset: Int) {
        while index >= offsets.count { offsets.append(0) }
        offsets[index] = offset
    }

    package func get(_ index: Int) -> Int { index < offsets.count ? offsets[index] : 0 }
}
