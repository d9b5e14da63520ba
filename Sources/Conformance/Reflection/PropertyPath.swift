/// Finds the properties of a Swift value by the dotted paths that a contract maps.
enum PropertyPath {
    /// What stands at a path.
    enum Found {
        /// A value, which may itself be an optional that is `nil`.
        case value(Any)
        /// An optional on the way is `nil`, so that everything below it is absent.
        case absent
        /// The type has no such property.
        case missing
    }

    static func find(_ path: String, in root: Any) -> Found {
        var value = root
        for name in path.split(separator: ".") {
            guard let unwrapped = Reflection.unwrapped(value) else { return .absent }
            guard let property = Reflection.properties(of: unwrapped).first(where: { $0.name == name }) else {
                return .missing
            }
            value = property.value
        }
        return .value(value)
    }

    /// The paths of stored properties that no mapped path covers; a property mapped in parts is looked into.
    static func unmapped(in value: Any, mapped: [String], below prefix: String = "") -> [String] {
        guard let value = Reflection.unwrapped(value) else { return [] }
        return Reflection.properties(of: value).flatMap { property -> [String] in
            let path = prefix + property.name
            if mapped.contains(path) { return [] }
            guard mapped.contains(where: { $0.hasPrefix(path + ".") }) else { return [path] }
            return unmapped(in: property.value, mapped: mapped, below: path + ".")
        }
    }
}
