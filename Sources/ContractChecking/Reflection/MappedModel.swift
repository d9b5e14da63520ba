import ContractFormat
import JSONSchema

/// A model as values are compared with it. Contracts are values of many parts, and to pass one on counts references to each.
final class MappedModel {
    let contract: ModelContract
    let variants: VariantsContract?
    let properties: [MappedProperty]
    /// The paths of properties that are no data.
    let ignored: [[String]]
    /// Whether it speaks of parts of a property, so that other parts may be left out.
    private(set) lazy var mapsParts: Bool = (properties.map(\.names) + ignored).contains { $0.count > 1 }

    init(_ contract: ModelContract) {
        self.contract = contract
        variants = contract.variants
        properties = contract.properties.map(MappedProperty.init)
        ignored = contract.ignored.map { $0.text.split(separator: ".").map(String.init) }
    }

    init(partOf contract: ModelContract, _ properties: [PropertyContract]) {
        self.contract = contract
        variants = nil
        self.properties = properties.map(MappedProperty.init)
        ignored = []
    }
}

/// A property that does not map itself, as values are compared with it.
final class MappedProperty {
    let contract: PropertyContract
    let path: String
    let names: [String]
    let pointer: JSONPointer
    /// Whether it is nothing but a path and a pointer.
    let isPlain: Bool

    init(_ contract: PropertyContract) {
        self.contract = contract
        path = contract.path
        names = path.split(separator: ".").map(String.init)
        pointer = contract.pointer
        isPlain = contract.isPlain
    }
}

/// The comparison of the stored properties of one type at one place.
struct PropertyPlan {
    struct Entry {
        /// The member that the property maps itself to.
        var member: (name: String, place: MappedPlace)?
        /// The place by which its parts are compared, as if they were properties of the value.
        var group: MappedPlace?
    }

    /// The names of the stored properties, one for each entry.
    let names: [String]
    let entries: [Entry]
    /// The index of each of the model's properties; `nil` for one that is missing, or within another one.
    let positions: [Int?]
    /// The faults of the type's properties, whatever they hold.
    let problems: [ValueDifference]
}
