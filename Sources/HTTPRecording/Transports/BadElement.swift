import JSONValues

enum BadElement {
    /// Returns the bytes with a bad element in an array, and the location of that array; `nil` if there is no such
    /// array.
    ///
    /// - Parameter array: the index of a non-empty array, outermost first and then in document order. Arrays at
    ///   equivalent locations, such as in each element of another array, count once.
    static func added(to bytes: [UInt8], array: Int) -> (bytes: [UInt8], place: JSONPointer)? {
        guard let body = JSONBody(bytes) else { return nil }
        let places = places(in: body.json)
        guard places.indices.contains(array), let elements = body.json[pointer: places[array]]?.arrayValue else {
            return nil
        }
        let changed = body.json.replacing(places[array], with: .array(elements.withBadElement))
        return (body.bytes(of: changed), places[array])
    }

    private static func places(in json: JSON) -> [JSONPointer] {
        var places: [JSONPointer] = []
        var known: Set<JSONPointer> = []
        var level = [(place: JSONPointer.root, kind: JSONPointer.root, json: json)]
        while !level.isEmpty {
            var next: [(place: JSONPointer, kind: JSONPointer, json: JSON)] = []
            for (place, kind, json) in level {
                if let elements = json.arrayValue, !elements.isEmpty {
                    if known.insert(kind).inserted { places.append(place) }
                    next += elements.enumerated().map { (place.appending($0), kind.appending("*"), $1) }
                }
                next += json.objectValue?.map { (place.appending($0.key), kind.appending($0.key), $0.value) } ?? []
            }
            level = next
        }
        return places
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
