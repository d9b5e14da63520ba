import ContractFormat
import JSONSchema

/// The rules of a service's models and bindings for comparing values.
package struct ValueSources: Sendable {
    let models: [String: ModelContract]
    let conversions: [String: @Sendable (JSON) throws -> Any?]
    let bound: [ObjectIdentifier: [ModelContract]]
    /// The bound models by name, which decide whether an element is accepted.
    private let makers: [String: Model]
    /// The bindings' custom readings by Swift type, used instead of stored properties.
    private let readings: [ObjectIdentifier: @Sendable (Any) -> Any]
    /// The paths of variant tags in payloads with a model. Payloads need not read them.
    let tags: [String: [[String]]]
    let ignored: [[String]]
    let skipping: [ModelContract]
    var isTolerant: Bool

    package init(_ contract: Contract?, _ binding: Service?) {
        let contracts = contract?.models ?? []
        let models = Dictionary(contracts.map { ($0.name, $0) }) { first, _ in first }
        self.models = models
        conversions = Dictionary((binding?.conversions ?? []).map { ($0.name, $0.convert) }) { first, _ in first }
        makers = Dictionary((binding?.models ?? []).map { ($0.name, $0) }) { first, _ in first }
        bound = Dictionary(grouping: binding?.models ?? []) { ObjectIdentifier($0.type) }
            .mapValues { $0.compactMap { models[$0.name] } }
        readings = Dictionary((binding?.models ?? []).map { (ObjectIdentifier($0.type), $0.comparableForm) }) {
            first, _ in first
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

    /// Whether the model named by `name` or described by a schema accepts a value, or `nil` if none is bound.
    func takes(_ json: JSON, _ name: String?, by schemas: [SchemaView]) -> Bool? {
        let named = name ?? models.values.first { schemas.contains($0.schema.view) }?.name
        return named.flatMap { makers[$0] }.map { $0.acceptedInstance(from: json) != nil }
    }

    /// Returns the form of a model's value that comparisons use.
    func shown(_ value: Any) -> Any { readings[ObjectIdentifier(type(of: value))]?(value) ?? value }
}
