import Foundation
import JSONSchema

package enum Reflection {
    package typealias Properties = [(name: String, value: Any)]

    /// Returns the value as JSON: RFC 3339 dates, base64 data, enum cases as raw values or names, null for cycles.
    package static func json(of value: Any) -> JSON {
        var walk = ReflectionWalk()
        return walk.json(of: value)
    }

    /// Returns the stored properties of a value in declaration order, those of a superclass first.
    package static func properties(of value: Any) -> Properties { properties(of: Mirror(reflecting: value)) }

    static func properties(of mirror: Mirror) -> Properties {
        let inherited = mirror.displayStyle == .class ? mirror.superclassMirror.map(properties) ?? [] : []
        // Iterating a type-erased collection takes longer than copying it.
        return inherited
            + Array(mirror.children).compactMap { label, value in
                // Skip the registrar of an observable object.
                guard let label, !label.hasPrefix("$"), !label.hasPrefix("_$") else { return nil }
                guard label.hasPrefix("_") else { return (label, value) }
                // The storage of a property wrapper represents the wrapped value.
                let wrapped = Mirror(reflecting: value).children.first { $0.label == "wrappedValue" }
                return (String(label.dropFirst()), wrapped?.value ?? value)
            }
    }

    /// Returns the innermost value of nested optionals, or `nil`. Returns other values unchanged.
    package static func unwrapped(_ value: Any) -> Any? {
        let type = type(of: value)
        // Check the most common types first: a conformance lookup costs more than the rest of the function.
        if type == String.self || type == Int.self || type == Double.self || type == Bool.self { return value }
        // Every hashable value can be cast to AnyHashable, but the cast is slow.
        if type == AnyHashable.self, let hashable = value as? AnyHashable { return unwrapped(hashable.base) }
        guard let optional = value as? any OptionalValue else { return value }
        return optional.wrappedValue.flatMap(unwrapped)
    }

    /// Whether a value is nil or represents null: `NSNull`, JSON null, or an enum case named `null`.
    static func isNull(_ value: Any) -> Bool {
        guard let value = unwrapped(value) else { return true }
        if value is NSNull { return true }
        if let json = value as? JSON { return json.isNull }
        return ["null", "none", "nil"].contains(enumCase(value)) && Mirror(reflecting: value).children.isEmpty
    }

    /// Whether a property's type is a function or an optional function.
    static func isFunction(_ value: Any) -> Bool { String(describing: type(of: value)).contains(" -> ") }

    static func isEnum(_ value: Any) -> Bool { Mirror(reflecting: value).displayStyle == .enum }

    static func caseName(_ value: Any) -> String { enumCase(value) ?? String(describing: type(of: value)) }

    /// Returns the enum case name regardless of `description`, or `nil` for other values and imported C enums.
    static func enumCase(_ value: Any) -> String? {
        isEnum(value) ? swiftEnumCaseName(value).map { String(cString: $0) } : nil
    }

    static func entries(of value: Any, _ mirror: Mirror) -> [(key: Any, value: Any)] {
        // A mirror of each entry takes as long as all of the comparison.
        if let dictionary = value as? any Entries { return dictionary.entries }
        return mirror.children.compactMap { _, entry in
            let pair = Mirror(reflecting: entry).children.map(\.value)
            return pair.count == 2 ? (pair[0], pair[1]) : nil
        }
    }

    static func key(_ key: Any) -> String {
        if let text = key as? String { return text }
        let json = json(of: (key as? AnyHashable)?.base ?? key)
        return json.stringValue ?? json.text(.compact)
    }
}

/// Asks the Swift runtime, as `Mirror` does, because an enum may customize its descriptions.
@_silgen_name("swift_EnumCaseName") private func swiftEnumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { map { $0 } }
}

private protocol Entries {
    var entries: [(key: Any, value: Any)] { get }
}

extension Dictionary: Entries {
    fileprivate var entries: [(key: Any, value: Any)] { map { ($0, $1) } }
}

extension Reflection {
    /// Returns the value at a path: a wrapped nil below a nil optional, or `nil` if there is no such property. Below a
    /// list, returns the values of all elements.
    static func value(at path: ArraySlice<String>, in properties: Properties) -> Any? {
        guard let held = properties.first(where: { $0.name == path.first })?.value else { return nil }
        if path.count == 1 { return held }
        guard let inner = unwrapped(held) else { return Optional<Int>.none as Any }
        guard let elements = elements(of: inner) else {
            return value(at: path.dropFirst(), in: Self.properties(of: inner))
        }
        return elements.mapAll { value(at: path.dropFirst(), in: Self.properties(of: $0)) }
    }

    private static func elements(of value: Any) -> [Any]? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .collection ? mirror.children.map(\.value) : nil
    }

    static func unmappedParts(of properties: Properties, by mapped: [ArraySlice<String>]) -> [[String]] {
        properties.flatMap { property -> [[String]] in
            let below = mapped.filter { $0.first == property.name }.map { $0.dropFirst() }
            guard !below.isEmpty, !below.contains([]), let inner = unwrapped(property.value) else { return [] }
            let elements = elements(of: inner) ?? [inner]
            let parts = elements.first.map(Self.properties) ?? []
            let missing = parts.map(\.name).filter { name in !below.contains { $0.first == name } }
            return (missing.map { [$0] } + unmappedParts(of: parts, by: below)).map { [property.name] + $0 }
        }
    }
}

extension Mirror {
    var isContainer: Bool {
        switch displayStyle {
        case .collection, .set, .dictionary: true
        default: false
        }
    }
}
