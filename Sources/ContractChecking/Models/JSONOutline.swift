import JSONSchema

/// The members and types of a value without what they hold: instances of one outline are alike to the probes.
struct JSONOutline: Hashable {
    private let hash: Int

    init(of json: JSON) {
        var hasher = Hasher()
        Self.feed(json, to: &hasher)
        hash = hasher.finalize()
    }

    private static func feed(_ json: JSON, to hasher: inout Hasher) {
        switch json {
        case .null: hasher.combine(0 as UInt8)
        case .bool: hasher.combine(1 as UInt8)
        case .number: hasher.combine(2 as UInt8)
        case .string: hasher.combine(3 as UInt8)
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements { feed(element, to: &hasher) }
        case .object(let members):
            hasher.combine(members.count)
            for (key, value) in members {
                hasher.combine(key)
                feed(value, to: &hasher)
            }
        }
    }
}
