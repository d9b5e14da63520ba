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
        var walk = ReflectionWalk(lookingFor: models.map(\.type))
        json = walk.json(of: value)
        instances = walk.found
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
