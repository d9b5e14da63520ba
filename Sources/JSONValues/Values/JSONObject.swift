/// An ordered JSON object with unique keys. Key lookup takes constant time. Equality ignores the order.
public struct JSONObject: Sendable {
    package private(set) var shape: ObjectShape
    package private(set) var storage: [JSON]

    /// Creates an empty object.
    public init() {
        shape = .empty
        storage = []
    }

    /// Creates an object. A repeated key keeps its first position and last value.
    public init(_ members: some Sequence<(String, JSON)>) {
        self.init()
        for (key, value) in members { self[key] = value }
    }

    package init(shape: ObjectShape, values: [JSON]) {
        self.shape = shape
        storage = values
    }

    /// The keys, in order.
    public var keys: [String] { shape.keys }

    /// The values, in key order.
    public var values: [JSON] { storage }

    /// The value of a key. Setting replaces in place or appends a new key; setting nil removes the key.
    public subscript(key: String) -> JSON? {
        get { shape.position(of: key).map { storage[$0] } }
        set {
            let hash = KeyHash.of(key)
            let position = shape.position(of: key, hash: hash)
            switch (position, newValue) {
            case (let position?, let value?): storage[position] = value
            case (let position?, nil):
                shape = shape.removing(at: position)
                storage.remove(at: position)
            case (nil, let value?):
                if !isKnownUniquelyReferenced(&shape) { shape = shape.copy() }
                shape.append(key, hash: hash)
                storage.append(value)
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: RandomAccessCollection {
    /// A key and its value.
    public typealias Element = (key: String, value: JSON)

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of members.
    public var endIndex: Int { storage.count }

    /// Returns the member at a position.
    public subscript(position: Int) -> Element { (shape.keys[position], storage[position]) }
}

extension JSONObject: Hashable {
    /// Whether both have the same keys with equal values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        if left.shape === right.shape { return left.storage == right.storage }
        guard left.count == right.count else { return false }
        for (position, key) in left.shape.keys.enumerated() {
            guard let other = right.shape.position(of: key, hash: left.shape.hashes[position]),
                left.storage[position] == right.storage[other]
            else { return false }
        }
        return true
    }

    /// Hashes the members, in any order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for position in storage.indices {
            var member = Hasher()
            member.combine(shape.hashes[position])
            member.combine(storage[position])
            sum &+= member.finalize()
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object in the order of the literal. The last value of a repeated key counts.
    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}

/// The ordered keys of an object, with an index from key to position.
///
/// Objects of one text with the same keys in the same order share a shape. Each key is stored once, and a validator
/// resolves it once for all of them.
///
/// `@unchecked Sendable` and `@exclusivity(unchecked)` are sound: only `append` writes, and `JSONObject` calls it only
/// on a shape with a single owner.
package final class ObjectShape: @unchecked Sendable {
    @exclusivity(unchecked) package private(set) var keys: [String]
    @exclusivity(unchecked) package private(set) var hashes: [UInt64]
    /// An open-addressing table: a position plus one, or 0. Empty while a linear scan suffices.
    @exclusivity(unchecked) private var table: [UInt32]

    package static let empty = ObjectShape(keys: [], hashes: [])

    private static let scannedKeys = 8

    package init(keys: [String], hashes: [UInt64]) {
        self.keys = keys
        self.hashes = hashes
        table = []
        if keys.count > Self.scannedKeys { rebuildTable() }
    }

    package func position(of key: String) -> Int? { position(of: key, hash: KeyHash.of(key)) }

    package func position(of key: String, hash: UInt64) -> Int? {
        if table.isEmpty {
            for position in hashes.indices where hashes[position] == hash && keys[position].hasSameCodePoints(as: key) {
                return position
            }
            return nil
        }
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while table[slot] != 0 {
            let position = Int(table[slot]) - 1
            if hashes[position] == hash, keys[position].hasSameCodePoints(as: key) { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Adds a new key. The shape must have a single owner.
    func append(_ key: String, hash: UInt64) {
        keys.append(key)
        hashes.append(hash)
        if keys.count > Self.scannedKeys {
            if keys.count * 2 > table.count { rebuildTable() } else { enter(keys.count - 1) }
        }
    }

    func copy() -> ObjectShape { ObjectShape(keys: keys, hashes: hashes) }

    func removing(at position: Int) -> ObjectShape {
        var keys = keys
        var hashes = hashes
        keys.remove(at: position)
        hashes.remove(at: position)
        return ObjectShape(keys: keys, hashes: hashes)
    }

    private func rebuildTable() {
        var capacity = 32
        while capacity < keys.count * 2 { capacity *= 2 }
        table = Array(repeating: 0, count: capacity)
        for position in keys.indices { enter(position) }
    }

    private func enter(_ position: Int) {
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: hashes[position]) & mask
        while table[slot] != 0 { slot = (slot + 1) & mask }
        table[slot] = UInt32(position + 1)
    }
}
