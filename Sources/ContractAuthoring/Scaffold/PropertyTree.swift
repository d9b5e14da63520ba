import ContractFormat
import JSONSchema

/// The stored properties of a model as they nest: `maker.id` and `maker.name` are two properties of `maker`.
struct PropertyTree {
    /// A property that the contract maps, or one that holds others.
    indirect enum Node {
        case leaf(PropertyContract)
        case group(PropertyTree)
    }

    struct Child {
        let name: String
        var node: Node
    }

    private(set) var children: [Child] = []

    init(_ properties: [PropertyContract]) {
        for property in properties { add(property, property.path.split(separator: ".").map(String.init)[...]) }
    }

    private init() {}

    private mutating func add(_ property: PropertyContract, _ path: ArraySlice<String>) {
        guard let name = path.first else { return }
        let index = children.firstIndex { $0.name == name }
        guard path.count > 1 else {
            if index == nil { children.append(Child(name: name, node: .leaf(property))) }
            return
        }
        if let index, case .group(var group) = children[index].node {
            group.add(property, path.dropFirst())
            children[index].node = .group(group)
        } else if index == nil {
            var group = PropertyTree()
            group.add(property, path.dropFirst())
            children.append(Child(name: name, node: .group(group)))
        }
    }

    var leaves: [PropertyContract] {
        children.flatMap { child in
            switch child.node {
            case .leaf(let property): [property]
            case .group(let group): group.leaves
            }
        }
    }

    /// The object in the JSON that holds everything the leaves read.
    var container: JSONPointer {
        let parents = leaves.map { $0.pointer.tokens.dropLast() }
        guard let first = parents.first else { return .root }
        let shared = first.indices.prefix { index in
            parents.allSatisfy { $0.indices.contains(index) && $0[index] == first[index] }
        }
        return JSONPointer(tokens: shared.map { first[$0] })
    }
}
