import ContractFormat
import JSONSchema

/// What an importer read of a service, before it becomes a contract or extends one.
///
/// Every part is what the contract file will hold; `ContractWriter` gives it its text. Names are distinct in more than
/// letter case and made by `Naming`; a placeholder `{name}` is an argument of its endpoint, `{env:NAME}` a variable of
/// the environment, and `{{` a brace (`Naming.literal`).
package struct ContractDraft: Sendable, Hashable {
    /// The name of the service and of its folder.
    package var service: String
    /// What the service is, in a sentence.
    package var summary: String?
    /// `https://host[:port]`, without a path.
    package var origin: String
    /// How much the models of a contract that is new have to refuse; `nil` leaves it to the kind of each binding.
    package var strictness: ModelContract.Strictness?
    package var models: [ModelDraft]
    package var endpoints: [EndpointDraft]
    /// `$defs`: the schemas that others refer to as `#/$defs/NAME`.
    package var definitions: JSONObject
    /// What the source says and the draft does not.
    package var omissions: [Omission]
    /// Indicates whether the source describes the whole service, as an OpenAPI document does, rather than shows some of its exchanges:
    /// models then map only what the names of properties do not say, and what a contract says otherwise is told.
    package var describesService = false
    /// Indicates whether the source was taken as a whole, so that what is not in it is not in the service.
    package var isWhole = false
    /// Where the source says what an entry says: `endpoint NAME`, `model NAME`, `definition NAME`.
    package var sources: [String: Place] = [:]

    package init(
        service: String, summary: String? = nil, origin: String,
        strictness: ModelContract.Strictness? = .shape, models: [ModelDraft] = [],
        endpoints: [EndpointDraft] = [], definitions: JSONObject = [:], omissions: [Omission] = []
    ) {
        self.service = service
        self.summary = summary
        self.origin = origin
        self.strictness = strictness
        self.models = models
        self.endpoints = endpoints
        self.definitions = definitions
        self.omissions = omissions
    }
}

/// A model that an importer found.
package struct ModelDraft: Sendable, Hashable {
    package var name: String
    package var summary: String?
    /// JSON Schema 2020-12, references as the contract has them: `#/models/NAME/schema`, `#/$defs/NAME`.
    package var schema: JSON
    /// Property path to pointer, or to `{"pointer": …, "as": …}`; `nil` leaves it to the writer, which maps every
    /// property of the schema under its own name in lower camel case, or those alone that do not map themselves.
    package var properties: JSONObject?
    /// Where the values are of several kinds: the member that says of which.
    package var discriminator: JSONPointer?
    /// The kinds as the contract has them, by what that member holds.
    package var variants: JSONObject = [:]
    /// Instances that the schema accepts.
    package var examples: [JSON]
    /// Instances that were seen and are not written: a model of this name that is there already has to accept them.
    package var samples: [JSON] = []

    package init(
        name: String, summary: String? = nil, schema: JSON, properties: JSONObject? = nil, examples: [JSON] = []
    ) {
        self.name = name
        self.summary = summary
        self.schema = schema
        self.properties = properties
        self.examples = examples
    }
}
