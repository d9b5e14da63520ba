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
