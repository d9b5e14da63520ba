import Foundation
import JSONSchema

/// A traversal that builds JSON from a value and collects instances of some types. Visits each shared object once.
struct ReflectionWalk {
    /// Bounds values that grow while they are read, such as lazily linked lists.
    private static let maximumDepth = 64

    private typealias Groups = [ObjectIdentifier: FoundInstances.Group]

    private struct Visit: Hashable {
        let object: ObjectIdentifier
        let wanted: Set<ObjectIdentifier>
    }

    private var depth = 0
    private var path: Set<ObjectIdentifier> = []
    /// The visited objects, retained so that no new object reuses their addresses.
    private var known: [Visit: (object: AnyObject, json: JSON, groups: Groups)] = [:]
    /// The types to collect. An instance nested in another of its type belongs to that one.
    private var wanted: Set<ObjectIdentifier>
    /// The declared type of the enclosing collection's elements, if it is collected: an existential, for example.
    private var declared: ObjectIdentifier?
    private var groups: Groups = [:]
    private var collected: [ObjectIdentifier: [FoundInstances.Group]] = [:]

    init(lookingFor types: [Any.Type] = []) { wanted = Set(types.map { ObjectIdentifier($0) }) }

    /// The collected instances by type. Types that the value cannot hold have no entry.
    var found: [ObjectIdentifier: FoundInstances] {
        groups.reduce(into: [:]) { $0[$1.key] = FoundInstances(groups: collected[$1.key] ?? [], whole: $1.value) }
    }

    mutating func json(of value: Any) -> JSON {
        let unwrapped = Reflection.unwrapped(value)
        if wanted.isEmpty { return reflected(unwrapped) }
        let (all, outer) = (wanted, declared)
        let held = ObjectIdentifier(Self.heldType(type(of: value)))
        var own = unwrapped.map { all.intersection(Self.lineage(of: $0)) } ?? []
        declared = nil
        if outer != nil || all.contains(held), let unwrapped {
            let isContainer = Self.heldType(type(of: unwrapped)) != type(of: unwrapped)
            if isContainer, all.contains(held) { declared = held }
            if !isContainer, let outer { own.formUnion(all.intersection([outer])) }
        }
        defer { declared = outer }
        var within = all.contains(held) ? [held: FoundInstances.Group()] : [:]
        swap(&groups, &within)
        wanted.subtract(own)
        let json = reflected(unwrapped)
        wanted = all
        for type in own { groups[type, default: .init()].instances.append(json) }
        swap(&groups, &within)
        // Append in place: a list may have a hundred thousand elements.
        for (type, group) in within {
            groups[type, default: .init()].instances += group.instances
            if !group.isOrdered { groups[type]?.isOrdered = false }
        }
        return json
    }

    private mutating func reflected(_ value: Any?) -> JSON {
        guard depth < Self.maximumDepth, let value else { return .null }
        depth += 1
        defer { depth -= 1 }
        if let leaf = Reflection.platformValue(value) { return leaf.shown }
        if let raw = value as? any RawRepresentable { return json(of: raw.rawValue) }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .class else { return parts(of: value, mirror) }
        let object = value as AnyObject
        let visit = Visit(object: ObjectIdentifier(object), wanted: wanted)
        if let known = known[visit] {
            groups.merge(known.groups) { $1 }
            return known.json
        }
        guard path.insert(visit.object).inserted else { return .null }
        let json = parts(of: value, mirror)
        path.remove(visit.object)
        known[visit] = (object, json, groups)
        return json
    }

    private mutating func parts(of value: Any, _ mirror: Mirror) -> JSON {
        switch mirror.displayStyle {
        case .collection, .set:
            let isOrdered = mirror.displayStyle == .collection
            let elements = mirror.children.map { json(of: $0.value) }
            close(isOrdered: isOrdered)
            // Sort the elements of a set, so that its JSON is the same on every run.
            return .array(isOrdered ? elements : elements.sorted { $0.text() < $1.text() })
        case .dictionary:
            let members = Reflection.entries(of: value, mirror).map { key, value in
                let member = (Reflection.key(key), json(of: value))
                let type = ObjectIdentifier(type(of: value))
                if wanted.contains(type), let text = Self.text(ofKey: key) {
                    groups[type]?.keyed.append((text, member.1))
                }
                return member
            }
            close(isOrdered: false)
            return .object(JSONObject(members.sorted { $0.0 < $1.0 }))
        case .enum:
            let name = Reflection.caseName(value)
            return mirror.children.first.map { [name: json(of: $0.value)] } ?? .string(name)
        case .tuple where mirror.children.isEmpty:
            return .null
        default:
            return .object(JSONObject(Reflection.properties(of: mirror).map { ($0.name, json(of: $0.value)) }))
        }
    }

    /// Makes a group of a collection's instances, in addition to the enclosing group.
    private mutating func close(isOrdered: Bool) {
        for type in groups.keys {
            if !isOrdered { groups[type]?.isOrdered = false }
            if let group = groups[type] { collected[type, default: []].append(group) }
        }
    }

    /// Returns a key that is a string or number, but not a date, which has many spellings.
    private static func text(ofKey key: Any) -> String? {
        let json = Reflection.json(of: key)
        return key is Date ? nil : json.stringValue ?? json.numberValue?.text
    }

    private static func lineage(of value: Any) -> [ObjectIdentifier] {
        sequence(first: Mirror(reflecting: value), next: \.superclassMirror).map { ObjectIdentifier($0.subjectType) }
    }

    private static func heldType(_ type: Any.Type) -> Any.Type {
        (type as? any ElementContainer.Type).map { heldType($0.heldType) } ?? type
    }
}

/// A type whose element type is known even if it is empty.
private protocol ElementContainer {
    static var heldType: Any.Type { get }
}

extension Optional: ElementContainer { fileprivate static var heldType: Any.Type { Wrapped.self } }
extension Array: ElementContainer { fileprivate static var heldType: Any.Type { Element.self } }
extension ArraySlice: ElementContainer { fileprivate static var heldType: Any.Type { Element.self } }
extension ContiguousArray: ElementContainer { fileprivate static var heldType: Any.Type { Element.self } }
extension Set: ElementContainer { fileprivate static var heldType: Any.Type { Element.self } }
extension Dictionary: ElementContainer { fileprivate static var heldType: Any.Type { Value.self } }

/// The reflected result of a client call, with the models found in it.
package struct ReflectedResult: Sendable {
    package let json: JSON
    let instances: [ObjectIdentifier: FoundInstances]

    var hasCollections: Bool { instances.values.contains { $0.groups.contains { $0.isOrdered || $0.isOfEntries } } }

    /// Whether the instances of a type are in lists only, or are the values of dictionaries only.
    func isOf(_ type: Any.Type, dictionaries: Bool) -> Bool {
        let groups = instances[ObjectIdentifier(type)]?.groups ?? []
        return !groups.isEmpty && groups.allSatisfy { dictionaries ? $0.isOfEntries : $0.isOrdered }
    }

    /// Whether no instance occurs twice.
    var isDistinct: Bool { instances.values.allSatisfy { Set($0.whole.instances).count == $0.whole.instances.count } }

    init(_ value: Any, models: [Model]) {
        var walk = ReflectionWalk(lookingFor: models.map(\.type))
        json = walk.json(of: value)
        instances = walk.found
    }
}

struct FoundInstances: Sendable {
    /// The elements of one collection with their nested models, or the whole value.
    struct Group: Sendable {
        var instances: [JSON] = []
        var isOrdered = true
        /// The instances that are dictionary values, with their keys as strings.
        var keyed: [(key: String, instance: JSON)] = []

        var isOfEntries: Bool { !isOrdered && keyed.count == instances.count }
    }

    var groups: [Group] = []
    var whole = Group()

    /// Whether there is one instance, which is in no collection.
    var isSingle: Bool { groups.isEmpty && whole.instances.count == 1 }
}
