import ContractFormat
import JSONSchema

/// The rules of a service's models and bindings for comparing values.
package struct ValueSources: Sendable {
    let models: [String: ModelContract]
    let conversions: [String: @Sendable (JSON) throws -> Any?]
    /// The models that each Swift type is bound to.
    let bound: [ObjectIdentifier: [ModelContract]]
    /// The bound models by name, which say of an element whether it is taken.
    private let makers: [String: Model]
    /// The readings of bindings by Swift type, in place of stored properties.
    private let readings: [ObjectIdentifier: @Sendable (Any) -> Any]
    /// The places of variants' names in the payloads that a model describes: no payload has to read them.
    let tags: [String: [[String]]]
    /// The paths of properties that are no data, of all models.
    let ignored: [[String]]
    /// The models with members that no property reads.
    let skipping: [ModelContract]
    /// Whether a model promises to take more than its schema accepts.
    var isTolerant: Bool

    package init(_ contract: Contract?, _ binding: Service?) {
        let contracts = contract?.models ?? []
        let models = Dictionary(contracts.map { ($0.name, $0) }) { first, _ in first }
        self.models = models
        conversions = Dictionary((binding?.conversions ?? []).map { ($0.name, $0.convert) }) { first, _ in first }
        makers = Dictionary((binding?.models ?? []).map { ($0.name, $0) }) { first, _ in first }
        bound = Dictionary(grouping: binding?.models ?? []) { ObjectIdentifier($0.type) }
            .mapValues { $0.compactMap { models[$0.name] } }
        readings = Dictionary((binding?.models ?? []).map { (ObjectIdentifier($0.type), $0.shown) }) { first, _ in first
        }
        var tags: [String: [[String]]] = [:]
        for variants in contracts.compactMap(\.variants) {
            for variant in variants.variants {
                let payload = variant.payload?.tokens ?? []
                guard let model = variant.model, variants.discriminator.tokens.starts(with: payload) else { continue }
                tags[model.text, default: []].append(Array(variants.discriminator.tokens.dropFirst(payload.count)))
            }
        }
        self.tags = tags
        ignored = contracts.flatMap(\.ignored).map { $0.text.split(separator: ".").map(String.init) }
        skipping = contracts.filter { !$0.unread.isEmpty }
        isTolerant = contracts.contains {
            $0.variants?.otherwise != nil || ($0.properties + $0.elementProperties).contains(where: \.isTolerant)
        }
    }

    /// Returns whether the model of values that some schemas describe takes one; `nil` where none is bound.
    ///
    /// - Parameter name: the model that a property names.
    func takes(_ json: JSON, _ name: String?, by schemas: [SchemaView]) -> Bool? {
        let named = name ?? models.values.first { schemas.contains($0.schema.view) }?.name
        return named.flatMap { makers[$0] }.map { $0.made(json) != nil }
    }

    /// Returns the compared form of a model's value, at any place.
    func shown(_ value: Any) -> Any { readings[ObjectIdentifier(type(of: value))]?(value) ?? value }
}
