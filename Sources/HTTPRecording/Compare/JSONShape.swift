import JSONValues

/// The merged shape of all values at one location of a JSON body. All elements of an array share the location `*`.
struct JSONShape {
    /// The JSON types that occur; `integer` counts as `number`.
    private(set) var types: Set<String> = []
    private(set) var objects = 0
    private(set) var keys: [String] = []
    private(set) var members: [String: JSONShape] = [:]
    private(set) var elements: [JSONShape] = []
    private(set) var count = 0
    /// The distinct strings; `nil` once they are too many or too long to be the values of an enumeration.
    private(set) var words: Set<String>? = []
    private(set) var first: JSONPointer

    init(at pointer: JSONPointer) { first = pointer }

    init(_ json: JSON) {
        self.init(at: .root)
        add(json, at: .root)
    }

    private mutating func add(_ json: JSON, at pointer: JSONPointer) {
        count += 1
        types.insert(json.typeName == "integer" ? "number" : json.typeName)
        switch json {
        case .null, .bool, .number: break
        case .string(let text):
            words?.insert(text)
            if text.utf8.count > 24 || (words?.count ?? 0) > 12 { words = nil }
        case .array(let array):
            var shape = elements.first ?? JSONShape(at: pointer.appending(0))
            for (index, element) in array.enumerated() { shape.add(element, at: pointer.appending(index)) }
            if !array.isEmpty { elements = [shape] }
        case .object(let object):
            objects += 1
            for (key, value) in object {
                if members[key] == nil {
                    keys.append(key)
                    members[key] = JSONShape(at: pointer.appending(key))
                }
                members[key]?.add(value, at: pointer.appending(key))
            }
        }
    }
}

/// A JSON body, optionally after a short prefix such as `)]}'` that keeps browsers from running it as a script.
struct JSONBody {
    let prefix: ArraySlice<UInt8>
    let json: JSON

    init?(_ body: [UInt8], options: JSONParsingOptions = .standard) {
        let brackets = body.prefix(64).indices.dropFirst().filter { "{[".utf8.contains(body[$0]) }
        for start in [0] + brackets.prefix(4) {
            guard let json = JSON(ifValid: start == 0 ? body : Array(body[start...]), options: options) else {
                continue
            }
            (prefix, self.json) = (body[..<start], json)
            return
        }
        return nil
    }

    var normalized: [UInt8] { bytes(of: json.withSortedMembers) }

    func bytes(of json: JSON) -> [UInt8] { prefix + json.bytes() }
}

extension JSON {
    fileprivate var withSortedMembers: JSON {
        let sorted = objectValue.map {
            JSON.object(JSONObject($0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
        }
        return (sorted ?? self).mapChildren(\.withSortedMembers)
    }
}
