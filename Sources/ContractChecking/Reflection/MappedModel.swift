import ContractFormat
import JSONSchema

/// The map of a model's properties at a place.
struct MappedModel {
    let contract: ModelContract
    /// The mapped properties. Those of an outer map precede the model's own.
    let properties: [PropertyContract]
    /// Whether it is the part of an outer model's map that concerns this place. The value's own model adds the rest.
    var isPart = false

    var variants: VariantsContract? { isPart ? nil : contract.variants }
    var ignored: [[String]] { isPart ? [] : contract.ignored.map(\.text.pathNames) }

    /// Whether it maps or ignores parts of a property, whose other parts may be unmapped.
    var mapsParts: Bool { properties.contains { $0.names.count > 1 } || ignored.contains { $0.count > 1 } }

    /// Returns the length of the shortest of the lists that a list of the model shows side by side.
    func shortestList(beside property: PropertyContract, in json: JSON) -> Int? {
        guard property.isOfElements else { return nil }
        return properties.filter { $0.isOfElements && $0.names.first == property.names.first }
            .map { json[pointer: $0.pointer]?.arrayValue?.count ?? 0 }.min()
    }
}

/// The comparison of one type's stored properties at one place.
struct PropertyPlan {
    /// The member that a property shows, or `nil` for the value's own members, which the property's parts show.
    typealias Reading = (member: String?, place: MappedPlace)

    let names: [String]
    let readings: [Reading?]
    /// The faults that the type has regardless of its values.
    let problems: [ValueDifference]
}

/// The map entries for the parts of a value, by path from the value.
struct MapPaths {
    var claimed: [[String]] = []
    var ignored: [[String]] = []
    var mapped: [[String]] = []
    /// Members that no property reads, with `*` for every element.
    var unread: [[String]] = []
    var elements: Elements = []

    mutating func addElements(_ properties: [PropertyContract], of model: ModelContract) {
        elements += properties.compactMap(\.ofElements).map { ($0.container.tokens + ["*"], $0.property, model) }
    }

    /// The members that explicit properties read in whole or in part.
    var read: Set<String> { Set(claimed.compactMap(\.first)) }

    /// Returns the entries below a member, and below the property that reads it.
    func below(_ member: String, of property: String? = nil) -> MapPaths {
        MapPaths(
            claimed: Self.below(member, claimed), ignored: property.map { Self.below($0, ignored) } ?? [],
            mapped: property.map { Self.below($0, mapped) } ?? [], unread: Self.below(member, unread),
            elements: Self.below(member, elements))
    }

    typealias Elements = [(container: [String], property: PropertyContract, model: ModelContract)]

    private static func below(_ name: String, _ elements: Elements) -> Elements {
        elements.compactMap { element in
            guard let first = element.container.first, first == name || first == "*" else { return nil }
            return (Array(element.container.dropFirst()), element.property, element.model)
        }
    }

    static func below(_ name: String, _ paths: [[String]]) -> [[String]] {
        paths.filter { $0.count > 1 && ($0[0] == name || $0[0] == "*") }.map { Array($0.dropFirst()) }
    }
}

/// The rules of a service's models and bindings for comparing values.
package struct ValueSources: Sendable {
    /// The models in the order of their names.
    let contracts: [ModelContract]
    let models: [String: ModelContract]
    private let withoutVariants: [ModelContract]
    let conversions: [String: @Sendable (JSON) throws -> Any?]
    private let bound: [ObjectIdentifier: [Model]]
    /// The bound models by name, which decide whether an element is accepted.
    private let makers: [String: Model]
    /// The paths of variant tags in payloads with a model. Payloads need not read them.
    let tags: [String: [[String]]]
    let ignored: [[String]]
    var isTolerant: Bool

    package init(_ contract: Contract?, _ binding: Service?) {
        contracts = (contract?.models ?? []).sorted { $0.name < $1.name }
        withoutVariants = contracts.filter { $0.variants == nil }
        models = Dictionary(contracts.map { ($0.name, $0) }) { first, _ in first }
        conversions = Dictionary((binding?.conversions ?? []).map { ($0.name, $0.convert) }) { first, _ in first }
        makers = Dictionary((binding?.models ?? []).map { ($0.name, $0) }) { first, _ in first }
        bound = Dictionary(grouping: binding?.models ?? []) { ObjectIdentifier($0.type) }
        var tags: [String: [[String]]] = [:]
        for variants in contracts.compactMap(\.variants) {
            for variant in variants.variants {
                let payload = variant.payload?.tokens ?? []
                guard let model = variant.model, variants.discriminator.tokens.starts(with: payload) else { continue }
                tags[model.text, default: []].append(Array(variants.discriminator.tokens.dropFirst(payload.count)))
            }
        }
        self.tags = tags
        ignored = contracts.flatMap(\.ignored).map(\.text.pathNames)
        isTolerant = contracts.contains {
            $0.variants?.otherwise != nil || ($0.properties + $0.elementProperties).contains(where: \.isTolerant)
        }
    }

    /// Whether the model named by `name` or described by a schema accepts a value, or `nil` if none is bound.
    func takes(_ json: JSON, _ name: String?, by schemas: [SchemaView]) -> Bool? {
        let named = name ?? contracts.first { schemas.contains($0.schema.view) }?.name
        return named.flatMap { makers[$0] }.map { $0.acceptedInstance(from: json) != nil }
    }

    func isBound(_ model: ModelContract) -> Bool { makers[model.name] != nil }

    /// Returns the models that may apply to a value: those bound to its type, or else all whose map is not of the cases
    /// of one type.
    func models(of value: Any) -> [ModelContract] {
        guard let bound = bound[ObjectIdentifier(type(of: value))] else { return withoutVariants }
        return bound.compactMap { models[$0.name] }
    }

    /// Returns the form of a model's value that comparisons use, such as its binding's reading.
    func shown(_ value: Any) -> Any { bound[ObjectIdentifier(type(of: value))]?.first?.comparableForm(value) ?? value }
}
