import JSONSchema

/// The members of a HAR object that the model does not hold, at every depth, so that they can be written again.
package struct ExtraFields: Sendable, Hashable {
    private var members = JSONObject()
    private var children: [String: ExtraFields] = [:]
    private var elements: [Int: ExtraFields] = [:]
    /// The length that an array must still have for `elements` to belong to it.
    private var count = 0

    /// What the original holds beyond the modelled value; `nil` where that is nothing.
    init?(of original: JSON, beyond modelled: JSON) {
        switch (original, modelled) {
        case (.object(let original), .object(let modelled)):
            for (key, value) in original {
                if let known = modelled[key] {
                    children[key] = ExtraFields(of: value, beyond: known)
                } else if !Self.modelledKeys.contains(key) {
                    members[key] = value
                }
            }
        case (.array(let original), .array(let modelled)) where original.count == modelled.count:
            count = original.count
            for index in original.indices {
                elements[index] = ExtraFields(of: original[index], beyond: modelled[index])
            }
        default: break
        }
        if members.isEmpty && children.isEmpty && elements.isEmpty { return nil }
    }

    /// The value with the extra members appended to the objects they came from.
    func added(to json: JSON) -> JSON {
        switch json {
        case .object(var object):
            for (key, extra) in children { object[key] = object[key].map(extra.added) }
            for (key, value) in members where object[key] == nil { object[key] = value }
            return .object(object)
        case .array(var array) where array.count == count:
            for (index, extra) in elements { array[index] = extra.added(to: array[index]) }
            return .array(array)
        case .array, .null, .bool, .number, .string: return json
        }
    }

    /// The same fields with every string changed.
    func mapStrings(_ transform: (String) -> String) -> ExtraFields {
        var mapped = self
        mapped.members = JSONObject(members.map { ($0.key, $0.value.mapStrings(transform)) })
        mapped.children = children.mapValues { $0.mapStrings(transform) }
        mapped.elements = elements.mapValues { $0.mapStrings(transform) }
        return mapped
    }

    /// Members that the model writes when they have a value: where it writes none, the original's is gone, not extra.
    private static let modelledKeys: Set<String> = [
        "text", "encoding", "_encoding", "compression", "postData", "blocked", "dns", "connect", "ssl", "expires",
        "path", "domain", "httpOnly", "secure",
    ]
}

extension JSON {
    /// The value with every string in it changed, keys apart.
    func mapStrings(_ transform: (String) -> String) -> JSON {
        switch self {
        case .null, .bool, .number: self
        case .string(let text): .string(transform(text))
        case .array(let elements): .array(elements.map { $0.mapStrings(transform) })
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.mapStrings(transform)) }))
        }
    }
}
