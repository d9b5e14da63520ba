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
        for (key, value) in self {
            var member = Hasher()
            member.combine(key)
            member.combine(value)
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
