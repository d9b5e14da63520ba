import JSONValues

enum BadElement {
    /// Returns the bytes with a bad element in an array, and the location of that array; `nil` if there is no such
    /// array.
    ///
    /// - Parameter array: the index of a non-empty array, outermost first and then in document order. Arrays at
    ///   equivalent locations, such as in each element of another array, count once.
    static func added(to bytes: [UInt8], array: Int) -> (bytes: [UInt8], pointer: JSONPointer)? {
        guard let body = JSONBody(bytes) else { return nil }
        let pointers = pointers(in: body.json)
        guard pointers.indices.contains(array), let elements = body.json[pointer: pointers[array]]?.arrayValue else {
            return nil
        }
        let changed = body.json.replacing(pointers[array], with: .array(elements.withBadElement))
        return (body.bytes(of: changed), pointers[array])
    }

    private static func pointers(in json: JSON) -> [JSONPointer] {
        var pointers: [JSONPointer] = []
        var known: Set<JSONPointer> = []
        var level = [(pointer: JSONPointer.root, kind: JSONPointer.root, json: json)]
        while !level.isEmpty {
            var next: [(pointer: JSONPointer, kind: JSONPointer, json: JSON)] = []
            for (pointer, kind, json) in level {
                if let elements = json.arrayValue, !elements.isEmpty {
                    if known.insert(kind).inserted { pointers.append(pointer) }
                    next += elements.enumerated().map { (pointer.appending($0), kind.appending("*"), $1) }
                }
                next += json.objectValue?.map { (pointer.appending($0.key), kind.appending($0.key), $0.value) } ?? []
            }
            level = next
        }
        return pointers
    }
}

extension [JSON] {
    fileprivate var withBadElement: [JSON] {
        let bad: JSON = contains { $0.objectValue != nil } ? [:] : .null
        var elements = self
        elements.insert(bad, at: (count + 1) / 2)
        return elements
    }
}
