import Foundation
import JSONSchema

/// The result of a client call, as reflected, with the models found in it.
package struct Returned: Sendable {
    /// The whole value, as reflected to JSON.
    package let json: JSON
    /// The instances by Swift type; a type that the value cannot hold has no entry.
    let instances: [ObjectIdentifier: FoundInstances]

    /// Whether the instances stand in lists: a set or a dictionary has no element twice.
    var isOfLists: Bool {
        let groups = instances.values.flatMap(\.groups)
        return !groups.isEmpty && groups.allSatisfy(\.isOrdered)
    }

    init(_ value: Any, models: [Model]) {
        json = Reflection.json(of: value)
        var search = InstanceSearch(types: models.map(\.type))
        search.look(into: value, json)
        instances = search.found
    }
}

/// The instances of one type in a returned value.
struct FoundInstances: Sendable {
    /// Models that belong together: the elements of one collection with the models nested in them, or the whole value.
    struct Group: Sendable {
        var instances: [JSON] = []
        /// Whether they have an order; those of a dictionary or a set have none.
        var isOrdered = true
        /// The instances that a dictionary holds as its values, with their keys as text.
        var keyed: [(key: String, instance: JSON)] = []
    }

    var groups: [Group] = []
    var whole = Group()
}

/// Walks through a value by reflection and collects the instances of some types.
private struct InstanceSearch {
    private static let maximumDepth = 64
    /// The most nodes that are visited in a graph of shared instances.
    private static let maximumNodes = 200_000

    let types: [Any.Type]
    private(set) var found: [ObjectIdentifier: FoundInstances] = [:]
    private var path: Set<ObjectIdentifier> = []
    private var nodes = 0
    /// The types that are known to have parts: to find that out takes a search for each.
    private var composites: Set<ObjectIdentifier> = []

    init(types: [Any.Type]) { self.types = types }

    /// - Parameter json: the value as reflected.
    mutating func look(into value: Any, _ json: JSON) {
        for (type, group) in groups(in: value, json, for: Set(types.map { ObjectIdentifier($0) }), depth: 0) {
            found[type, default: .init()].whole = group
        }
    }

    /// The instances below a value; each collection on the way is a group of its own besides.
    ///
    /// - Parameter json: the value as reflected, where that is known.
    private mutating func groups(
        in value: Any, _ json: JSON?, for wanted: Set<ObjectIdentifier>, depth: Int
    ) -> [ObjectIdentifier: FoundInstances.Group] {
        // An instance is not searched for its own type, and plain values hold no instances.
        let type = Swift.type(of: value)
        guard !wanted.isEmpty, !Self.plainTypes.contains(ObjectIdentifier(type)) else { return [:] }
        var groups: [ObjectIdentifier: FoundInstances.Group] = [:]
        let held = ObjectIdentifier(heldType(type))
        if wanted.contains(held) { groups[held] = .init() }
        nodes += 1
        guard depth < Self.maximumDepth, nodes < Self.maximumNodes, let value = Reflection.unwrapped(value),
            !isLeaf(value)
        else { return groups }
        let mirror = Mirror(reflecting: value)
        let levels = Array(sequence(first: mirror, next: \.superclassMirror))
        var rest = wanted
        for type in wanted where levels.contains(where: { ObjectIdentifier($0.subjectType) == type }) {
            groups[type, default: .init()].instances.append(json ?? Reflection.json(of: value))
            // An instance within an instance belongs to it.
            rest.remove(type)
        }
        let identity = mirror.displayStyle == .class ? ObjectIdentifier(value as AnyObject) : nil
        if let identity, !path.insert(identity).inserted { return groups }
        defer { if let identity { path.remove(identity) } }
        for (index, child) in levels.flatMap(\.children).enumerated() {
            let part = Self.part(json, of: mirror.displayStyle, index, child.label)
            let key = mirror.displayStyle == .dictionary ? Self.key(of: child.value) : nil
            for (type, group) in self.groups(in: child.value, part, for: rest, depth: depth + 1) {
                groups[type, default: .init()].instances += group.instances
                if let key, key.type == type, let instance = group.instances.first {
                    groups[type]?.keyed.append((key.text, instance))
                }
                if !group.isOrdered { groups[type]?.isOrdered = false }
            }
        }
        switch mirror.displayStyle {
        case .collection, .set, .dictionary:
            for type in groups.keys {
                if mirror.displayStyle != .collection { groups[type]?.isOrdered = false }
                if let group = groups[type] { found[type, default: .init()].groups.append(group) }
            }
        default: break
        }
        return groups
    }

    private static let plainTypes = Set(
        [String.self, Int.self, Double.self, Bool.self, String?.self, Int?.self, Double?.self, Bool?.self]
            .map { (type: Any.Type) in ObjectIdentifier(type) })

    /// The key of a dictionary's element as text, with the type of its value.
    ///
    /// A key that is no text or number has none, and neither has a date, which has many spellings.
    private static func key(of element: Any) -> (text: String, type: ObjectIdentifier)? {
        let parts = Mirror(reflecting: element).children.map(\.value)
        guard parts.count == 2, !(parts[0] is Date) else { return nil }
        let type = ObjectIdentifier(Swift.type(of: parts[1]))
        switch Reflection.json(of: parts[0]) {
        case .string(let text): return (text, type)
        case .number(let number): return (number.text, type)
        case .null, .bool, .array, .object: return nil
        }
    }

    /// Returns a part of the reflected value if it stands in the same place.
    private static func part(_ json: JSON?, of style: Mirror.DisplayStyle?, _ index: Int, _ label: String?) -> JSON? {
        switch style {
        case .collection: json?[index]
        case .struct: label.flatMap { $0.hasPrefix("_") ? nil : json?[$0] }
        default: nil
        }
    }

    private mutating func isLeaf(_ value: Any) -> Bool {
        let type = ObjectIdentifier(Swift.type(of: value))
        if composites.contains(type) { return false }
        let isLeaf = value is String || value is any BinaryInteger || value is JSON || value is Data || value is [UInt8]
        if !isLeaf { composites.insert(type) }
        return isLeaf
    }

    /// The type of the elements of a collection or an optional, however deep.
    private func heldType(_ type: Any.Type) -> Any.Type {
        guard let container = type as? any ElementContainer.Type else { return type }
        return heldType(container.heldType)
    }
}

/// A type that is known to hold values of another one, even where it is empty.
private protocol ElementContainer {
    static var heldType: Any.Type { get }
}

extension Optional: ElementContainer { fileprivate static var heldType: Any.Type { Wrapped.self } }
extension Array: ElementContainer { fileprivate static var heldType: Any.Type { Element.self } }
extension ArraySlice: ElementContainer { fileprivate static var heldType: Any.Type { Element.self } }
extension ContiguousArray: ElementContainer { fileprivate static var heldType: Any.Type { Element.self } }
extension Set: ElementContainer { fileprivate static var heldType: Any.Type { Element.self } }
extension Dictionary: ElementContainer { fileprivate static var heldType: Any.Type { Value.self } }
