import Foundation
import JSONSchema

/// The reflected result of a client call, with the models found in it.
package struct ReflectedResult: Sendable {
    package let json: JSON
    let instances: [ObjectIdentifier: FoundInstances]

    /// Whether all instances are in lists. Sets and dictionaries hold no duplicates.
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

struct FoundInstances: Sendable {
    /// The elements of one collection with their nested models, or the whole value.
    struct Group: Sendable {
        var instances: [JSON] = []
        var isOrdered = true
        /// The instances that are dictionary values, with their keys as strings.
        var keyed: [(key: String, instance: JSON)] = []
    }

    var groups: [Group] = []
    var whole = Group()
}
