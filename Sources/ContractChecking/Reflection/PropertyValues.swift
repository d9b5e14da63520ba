/// The properties of one Swift value, reflected once, however many paths are asked for.
final class PropertyValues {
    private let properties: [(name: String, value: Any)]
    /// The property behind the last that was asked for: they are mostly asked for in their order.
    private var next = 0

    convenience init(of value: Any) { self.init(Reflection.properties(of: value)) }

    init(_ properties: [(name: String, value: Any)]) { self.properties = properties }

    /// The value at a dotted path: `nil` inside where an optional on the way is, and `nil` where there is no such property.
    func value(at path: String) -> Any? {
        // Few properties and mostly short names: looking at each is faster than hashing them for every value.
        for offset in properties.indices {
            let index = next + offset < properties.count ? next + offset : next + offset - properties.count
            guard properties[index].name == path else { continue }
            next = index + 1
            return properties[index].value
        }
        guard let dot = path.firstIndex(of: "."),
            let child = properties.first(where: { $0.name == path[..<dot] })
        else { return nil }
        guard let inner = Reflection.unwrapped(child.value) else { return Absent.none as Any }
        return PropertyValues(of: inner).value(at: String(path[path.index(after: dot)...]))
    }

    /// The paths of stored properties that no mapped path covers, of those that are mapped in parts.
    func unmappedParts(by mapped: [String], below prefix: String = "") -> [String] {
        properties.flatMap { property -> [String] in
            let path = prefix + property.name
            if mapped.contains(path) { return [] }
            guard mapped.contains(where: { $0.hasPrefix(path + ".") }) else { return prefix.isEmpty ? [] : [path] }
            guard let inner = Reflection.unwrapped(property.value) else { return [] }
            return PropertyValues(of: inner).unmappedParts(by: mapped, below: path + ".")
        }
    }
}

/// The type of an optional that is `nil`, whatever it would hold.
private typealias Absent = Int?
