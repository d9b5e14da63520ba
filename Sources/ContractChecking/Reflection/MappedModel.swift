import ContractFormat
import JSONSchema

/// A model prepared for comparisons. Passing a contract is slow, because each of its many parts is retained.
final class MappedModel {
    let contract: ModelContract
    let variants: VariantsContract?
    let properties: [MappedProperty]
    let ignored: [[String]]
    /// Whether it maps or ignores parts of a property, whose other parts may be unmapped.
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

/// An explicitly mapped property, prepared for comparisons.
final class MappedProperty {
    let contract: PropertyContract
    let path: String
    let names: [String]
    let pointer: JSONPointer
    let isPlain: Bool

    init(_ contract: PropertyContract) {
        self.contract = contract
        path = contract.path
        names = path.split(separator: ".").map(String.init)
        pointer = contract.pointer
        isPlain = contract.isPlain
    }
}

/// The comparison of one type's stored properties at one place.
struct PropertyPlan {
    struct Entry {
        var member: (name: String, place: MappedPlace)?
        /// The place by which the property's parts are compared, as if they were properties of the value.
        var group: MappedPlace?
    }

    let names: [String]
    let entries: [Entry]
    /// The index of each mapped property, or `nil` if it is missing or nested in another one.
    let positions: [Int?]
    /// The faults that the type has regardless of its values.
    let problems: [ValueDifference]
}
