import ContractFormat
import JSONSchema

/// The result of an importer, before it becomes a contract or extends one.
///
/// Every part has the values of the contract file; `ContractWriter` gives it its text. Names are distinct in more than
/// letter case and made by `Naming`. A placeholder `{name}` is an argument of its endpoint, `{env:NAME}` a variable of
/// the environment, and `{{` a brace (`Naming.literal`).
package struct ContractDraft: Sendable, Hashable {
    /// The name of the service and of its folder.
    package var service: String
    package var summary: String?
    /// `https://host[:port]`, without a path.
    package var origin: String
    /// The strictness of a new contract; `nil` leaves it to the kind of each binding.
    package var strictness: ModelContract.Strictness? = .shape
    package var models: [ModelDraft] = []
    /// The models that a client may do without.
    package var unbound: [String] = []
    package var endpoints: [EndpointDraft] = []
    /// `$defs`: the schemas that others refer to as `#/$defs/NAME`.
    package var definitions: JSONObject = [:]
    /// Statements of the source that the draft leaves out.
    package var omissions: [Omission] = []
    /// Whether the source describes the whole service, as an OpenAPI document does, rather than some of its exchanges: the
    /// differences from an existing contract are then listed.
    package var describesService = false
    /// Indicates whether the source was taken as a whole, so that what is not in it is not in the service.
    package var isWhole = false
    /// The place in the source by entry: `endpoint NAME`, `model NAME`, `definition NAME`.
    package var sources: [String: Place] = [:]
}

package struct ModelDraft: Sendable, Hashable {
    package var name: String
    package var summary: String?
    /// JSON Schema 2020-12, references as the contract has them: `#/models/NAME/schema`, `#/$defs/NAME`.
    package var schema: JSON
    /// The member that distinguishes several kinds of values.
    package var discriminator: JSONPointer?
    /// The kinds as the contract has them, by what that member holds.
    package var variants: JSONObject = [:]
    /// Instances that the schema accepts.
    package var examples: [JSON] = []
    /// Instances that were seen and are not written: a model of this name that is there already has to accept them.
    package var samples: [JSON] = []
}
