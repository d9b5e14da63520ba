/// Compares the properties of a Swift value with the dotted paths that a contract maps.
enum PropertyPath {
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
