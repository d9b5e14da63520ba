import ContractFormat
import JSONSchema

/// The result of an importer, before it becomes a contract or extends one.
///
/// Every part has the values of the contract file. Names are made by `Naming` and differ in more than letter case. A
/// placeholder `{name}` is an argument of its endpoint, `{env:NAME}` is an environment variable, and `{{` is a brace
/// (`Naming.literal`).
package struct ContractDraft: Sendable, Hashable {
    package var service: String
    package var summary: String?
    /// `https://host[:port]`, without a path.
    package var origin: String
    /// The strictness of a new contract, or `nil` to derive it from the kind of each binding.
    package var strictness: ModelContract.Strictness? = .shape
    package var models: [ModelDraft] = []
    /// Models that a client need not bind.
    package var unbound: [String] = []
    package var endpoints: [EndpointDraft] = []
    /// `$defs`: schemas that others refer to as `#/$defs/NAME`.
    package var definitions: JSONObject = [:]
    package var omissions: [Omission] = []
    /// Whether the source describes the whole service, like an OpenAPI document. Differences from an existing contract
    /// are then reported.
    package var describesService = false
    /// Whether the whole source was imported. The service then has no other parts.
    package var isWhole = false
    /// The place in the source by entry: `endpoint NAME`, `model NAME`, or `definition NAME`.
    package var sources: [String: Place] = [:]
}

package struct ModelDraft: Sendable, Hashable {
    package var name: String
    package var summary: String?
    /// JSON Schema 2020-12, with references of the contract: `#/models/NAME/schema`, `#/$defs/NAME`.
    package var schema: JSON
    /// The member that distinguishes the variants.
    package var discriminator: JSONPointer?
    /// The variants as the contract has them, by the discriminator's value.
    package var variants: JSONObject = [:]
    package var examples: [JSON] = []
    /// Observed instances that are not written. An existing model of this name must accept them.
    package var samples: [JSON] = []
}
