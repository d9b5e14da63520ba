import Foundation
import JSONSchema

package enum Reflection {
    /// Returns the value as JSON: dates as RFC 3339 texts, data as base64, enum cases as their raw value or name. An object
    /// that is reached from itself is null there.
    package static func json(of value: Any) -> JSON {
        var walk = ReflectionWalk()
        return walk.json(of: value)
    }

    /// The stored properties of a value in the order of declaration, those of a superclass first.
    package static func properties(of value: Any) -> [(name: String, value: Any)] {
        properties(of: Mirror(reflecting: value))
    }

    static func properties(of mirror: Mirror) -> [(name: String, value: Any)] {
        var properties: [(name: String, value: Any)] = []
        properties.reserveCapacity(mirror.children.count)
        append(mirror, to: &properties)
        return properties
    }

    private static func append(_ mirror: Mirror, to properties: inout [(name: String, value: Any)]) {
        if mirror.displayStyle == .class, let parent = mirror.superclassMirror { append(parent, to: &properties) }
        // A loop would ask the box around the children for each.
        mirror.children.forEach { label, value in
            guard let label, let first = label.utf8.first, first != UInt8(ascii: "$") else { return }
            guard first == UInt8(ascii: "_") else { return properties.append((label, value)) }
            // The registrar of an observable object is no data.
            if label.dropFirst().first == "$" { return }
            // The storage of a property wrapper stands for what it wraps.
            let wrapped = Mirror(reflecting: value).children.first { $0.label == "wrappedValue" }
            properties.append((String(label.dropFirst()), wrapped?.value ?? value))
        }
    }

    /// The wrapped value of an optional however deep, or `nil`; other values as they are.
    package static func unwrapped(_ value: Any) -> Any? {
        let type = type(of: value)
        // Most values are known by their type alone: a search for a conformance costs more than all the rest.
        if type == String.self || type == Int.self || type == Double.self || type == Bool.self { return value }
        // Every hashable value can be cast, at a price.
        if type == AnyHashable.self, let hashable = value as? AnyHashable { return unwrapped(hashable.base) }
        guard let optional = value as? any OptionalValue else { return value }
        return optional.wrappedValue.flatMap(unwrapped)
    }

    /// Whether a value is `nil`, or says of itself that it is null: `NSNull`, JSON's null, an enum's `null`.
    static func isNull(_ value: Any) -> Bool {
        guard let value = unwrapped(value) else { return true }
        if value is NSNull { return true }
        if let json = value as? JSON { return json.isNull }
        return ["null", "none", "nil"].contains(enumCase(value)) && Mirror(reflecting: value).children.isEmpty
    }

    /// Whether a property holds a function, or would if it were not nil.
    static func isFunction(_ value: Any) -> Bool { String(describing: type(of: value)).contains(" -> ") }

    static func isEnum(_ value: Any) -> Bool { Mirror(reflecting: value).displayStyle == .enum }

    /// The name of an enum's case, or of the type of another value.
    static func caseName(_ value: Any) -> String { enumCase(value) ?? String(describing: type(of: value)) }

    /// The name of an enum's case, whatever its `description` says; `nil` of other values and of enums of C and Objective-C.
    static func enumCase(_ value: Any) -> String? {
        isEnum(value) ? swiftEnumCaseName(value).map { String(cString: $0) } : nil
    }

    /// The entries of a dictionary, or of another type that reflects itself as one does.
    static func entries(of value: Any, _ mirror: Mirror) -> [(key: Any, value: Any)] {
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

/// Asks the Swift runtime, as `Mirror` does, since any text that an enum gives of itself may be its own.
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
    /// The stored properties of a value, of which each is read when it is asked for: to read one takes longer than to compare it.
    struct Properties: RandomAccessCollection {
        let names: [String]
        private var values: [Any] = []
        private var children: (all: Mirror.Children, indices: [Mirror.Children.Index])?

        init(_ properties: [(name: String, value: Any)]) {
            names = properties.map(\.name)
            values = properties.map(\.value)
        }

        /// The children of a struct whose type is known to have stored properties of these names.
        fileprivate init(_ children: Mirror.Children, by layout: StructLayouts.Layout) {
            (names, self.children) = (layout.names, (children, layout.indices))
        }

        var startIndex: Int { 0 }
        var endIndex: Int { names.count }

        subscript(index: Int) -> (name: String, value: Any) {
            (names[index], children.map { $0.all[$0.indices[index]].value } ?? values[index])
        }
    }

    /// The value at a path of names: `nil` inside where an optional on the way is, and `nil` where there is no such property.
    static func value(at path: ArraySlice<String>, in properties: Properties) -> Any? {
        guard let index = properties.names.firstIndex(where: { $0 == path.first }) else { return nil }
        let held = properties[index].value
        if path.count == 1 { return held }
        guard let inner = unwrapped(held) else { return Optional<Int>.none as Any }
        return value(at: path.dropFirst(), in: Properties(Self.properties(of: inner)))
    }

    /// The paths of stored properties that no mapped path covers, within those that are mapped in parts.
    static func unmappedParts(of properties: Properties, by mapped: [ArraySlice<String>]) -> [[String]] {
        properties.flatMap { property -> [[String]] in
            let below = mapped.filter { $0.first == property.name }.map { $0.dropFirst() }
            guard !below.isEmpty, !below.contains([]), let inner = unwrapped(property.value) else { return [] }
            let parts = Properties(Self.properties(of: inner))
            let missing = parts.names.filter { name in !below.contains { $0.first == name } }
            return (missing.map { [$0] } + unmappedParts(of: parts, by: below)).map { [property.name] + $0 }
        }
    }
}

/// The stored properties of structs, by their types: with them a value's properties are read one at a time.
final class StructLayouts {
    fileprivate struct Layout {
        let names: [String]
        /// The indices of the children of every value: to make one takes a fifth as long as to read the child.
        let indices: [Mirror.Children.Index]
    }

    private var layouts: [ObjectIdentifier: Layout] = [:]

    /// Whether a value is a struct of a type that was looked at.
    func holds(_ value: Any) -> Bool { layouts[ObjectIdentifier(type(of: value))] != nil }

    func properties(of value: Any, _ mirror: Mirror) -> Reflection.Properties {
        let type = ObjectIdentifier(type(of: value))
        if let layout = layouts[type] { return Reflection.Properties(mirror.children, by: layout) }
        let properties = Reflection.Properties(Reflection.properties(of: mirror))
        // A type that reflects itself may show others each time.
        if mirror.displayStyle == .struct, !(value is any CustomReflectable),
            properties.names == mirror.children.map(\.label)
        {
            layouts[type] = Layout(names: properties.names, indices: Array(mirror.children.indices))
        }
        return properties
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
