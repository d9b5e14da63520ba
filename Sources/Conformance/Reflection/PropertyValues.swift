/// The properties of one Swift value, each level reflected once, however many paths are asked for.
struct PropertyValues {
    private let properties: [String: Any]
    private let root: Any

    init(of value: Any) {
        root = value
        properties = Dictionary(Reflection.properties(of: value).map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The value at a dotted path: `nil` inside where an optional on the way is, and `nil` where there is no such property.
    func value(at path: String) -> Any? {
        if let value = properties[path] { return value }
        switch PropertyPath.find(path, in: root) {
        case .missing: return nil
        case .absent: return JSONAbsent.none as Any
        case .value(let value): return value
        }
    }
}

/// The type of an optional that is `nil`, whatever it would hold.
private typealias JSONAbsent = Int?
