/// The properties of one Swift value, reflected once, however many paths are asked for.
struct PropertyValues {
    private let properties: [String: Any]

    init(of value: Any) {
        properties = Dictionary(Reflection.properties(of: value).map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The value at a dotted path: `nil` inside where an optional on the way is, and `nil` where there is no such property.
    func value(at path: String) -> Any? {
        if let value = properties[path] { return value }
        guard let dot = path.firstIndex(of: "."), let child = properties[String(path[..<dot])] else { return nil }
        guard let inner = Reflection.unwrapped(child) else { return Absent.none as Any }
        return PropertyValues(of: inner).value(at: String(path[path.index(after: dot)...]))
    }
}

/// The type of an optional that is `nil`, whatever it would hold.
private typealias Absent = Int?
