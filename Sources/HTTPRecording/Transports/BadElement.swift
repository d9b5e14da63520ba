import JSONSchema

/// A body in which one bad element stands among the good ones of an array.
package enum BadElement {
    /// The bytes with the bad element; `nil` where there is no JSON with such an array that has elements.
    ///
    /// - Parameter place: where the array stands, with `*` for any element or member; without it the array is the first
    ///   one, the outermost and then the earliest.
    package static func added(to bytes: [UInt8], in place: JSONPointer? = nil) -> [UInt8]? {
        // A fixed text may stand before the JSON.
        let starts = bytes.indices.filter { [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[$0]) }.prefix(4)
        for start in starts {
            let json: JSON
            do { json = try JSON(parsing: Array(bytes[start...])) } catch { continue }
            if let place {
                guard let (pointer, array) = place.matches(in: json).first(where: { $1.arrayValue?.isEmpty == false }),
                    let elements = array.arrayValue
                else { return nil }
                let changed = json.replacing(pointer.tokens[...], by: .array(elements.withBadElement))
                return bytes[..<start] + changed.bytes(.compact)
            }
            var level = [(JSONPointer.root, json)]
            while !level.isEmpty {
                if let (pointer, array) = level.first(where: { $0.1.arrayValue?.isEmpty == false }),
                    let elements = array.arrayValue
                {
                    let changed = json.replacing(pointer.tokens[...], by: .array(elements.withBadElement))
                    return bytes[..<start] + changed.bytes(.compact)
                }
                level = level.flatMap { pointer, json in
                    json.objectValue?.map { (pointer.appending($0.key), $0.value) } ?? []
                }
            }
        }
        return nil
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

extension JSON {
    fileprivate func replacing(_ path: ArraySlice<String>, by value: JSON) -> JSON {
        guard let name = path.first else { return value }
        if let elements = arrayValue, let index = Int(name), elements.indices.contains(index) {
            var changed = elements
            changed[index] = elements[index].replacing(path.dropFirst(), by: value)
            return .array(changed)
        }
        guard let object = objectValue else { return value }
        return .object(
            JSONObject(
                object.map { ($0.key, $0.key == name ? $0.value.replacing(path.dropFirst(), by: value) : $0.value) })
        )
    }
}
