import HTTPRecording
import JSONSchema

package final class EndpointContract: Sendable {
    package let name: String
    package let pointer: JSONPointer
    package let summary: String?
    package let origin: String?
    package let secrets: [SecretMember]
    package let arguments: [ArgumentContract]
    /// The request; `nil` if the client call sends the requests of other endpoints.
    package let request: RequestContract?
    package let uses: [String]
    package let responses: [ResponseContract]
    package let cases: [CaseContract]
    package let rejects: [RejectContract]
    package let faults: [FaultContract]
    package let survives: [SurvivalPromise]
    package let health: HealthContract?

    package func argument(_ name: String) -> ArgumentContract? { arguments.first { $0.name == name } }

    /// The templates of the request and of the responses.
    var templates: [PlacedTemplate] { (request?.templates ?? []) + responses.flatMap(\.templates) }

    /// Returns whether a value may be omitted because its argument is nil.
    package func mayBeLeftOut(_ value: TemplateValue) -> Bool {
        guard case .template(let template) = value, template.nilForm != .null else { return false }
        return template.solePlaceholder?.argument.flatMap(argument)?.isOptional ?? false
    }

    package func isSecret(_ placeholder: Placeholder) -> Bool {
        switch placeholder {
        case .environment: true
        case .name(let name): argument(name)?.isSecret ?? false
        }
    }

    package func `case`(_ name: String) -> CaseContract? { cases.first { $0.name == name } }

    /// Returns the response for a status: the named variant, else the exact code, its class, or the default.
    package func response(status: Int, variant: String?) -> ResponseContract? {
        if let variant { return responses.first { $0.key.description == variant } }
        return responses.filter { !$0.key.isVariant && $0.key.statuses.contains(status) }
            .min { $0.key.statuses.count < $1.key.statuses.count }
    }

    init?(name: String, reading reader: ContractCursor) {
        let composed = reader.json[ContractKeys.Endpoint.uses.rawValue] != nil
        guard
            let object = composed
                ? reader.object(of: ContractKeys.Endpoint.self, required: [.uses], known: ContractKeys.Endpoint.ofUses)
                : reader.object(of: ContractKeys.Endpoint.self, known: ContractKeys.Endpoint.ofRequest)
        else { return nil }
        let request = object[.request].flatMap(RequestContract.init(reading:))
        guard composed || request != nil else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.summary = object[.summary]?.string()
        self.origin = object[.origin]?.origin
        self.secrets = object[.secrets]?.secretMembers ?? []
        self.arguments = object.members(.arguments) { name, value in
            value.schema.map { ArgumentContract(name: name, schema: $0) }
        }
        self.request = request
        self.uses = object.elements(.uses) { $0.string() }
        self.responses = object.members(.responses, ResponseContract.init(key:reading:))
        self.cases = object.elements(.cases, CaseContract.init(reading:))
        self.rejects = object.elements(.rejects, RejectContract.init(reading:))
        self.survives = object[.survives]?.survivalPromises(ofCall: true) ?? []
        self.health = object[.health].flatMap { HealthContract(reading: $0, ofEndpoint: true) }
        self.faults = object.members(.faults, FaultContract.init(name:reading:))
    }
}

package final class ArgumentContract: Sendable {
    package let name: String
    package let schema: EmbeddedSchema
    /// Whether the schema has `"format": "password"`. A secret comes from the environment and is always redacted.
    package let isSecret: Bool

    package init(name: String, schema: EmbeddedSchema) {
        self.name = name
        self.schema = schema
        isSecret = schema.view.isSecret
    }

    /// Normalizes a value, or an element of one, for comparison. A `uuid` becomes lowercase, a `date-time` UTC with
    /// milliseconds, and a non-integer the nearest `Double`.
    package func normalized(_ value: JSON) -> JSON {
        if value.numberValue != nil { return Self.normalized(value) }
        let schemas = schema.view.describingSchemas
        return Self.normalized(value, value.arrayValue == nil ? schemas + schemas.element(0) : schemas)
    }

    package static func normalized(_ value: JSON, _ schemas: [SchemaView] = []) -> JSON {
        switch value {
        case .null, .bool: return value
        case .number(let number):
            return number.isInteger ? value : JSONNumber(number.doubleValue).map(JSON.number) ?? value
        case .string(let text):
            let formats = schemas.flatMap(\.describingSchemas).compactMap { $0.json["format"]?.stringValue }
            if formats.contains("uuid") { return .string(text.lowercased()) }
            guard formats.contains("date-time"), let instant = Timestamp(text) else { return value }
            return .string(Timestamp(instant.date).text)
        case .array(let elements):
            let schemas = schemas.flatMap(\.describingSchemas)
            return .array(elements.enumerated().map { normalized($1, schemas.element($0)) })
        case .object(let members):
            let schemas = schemas.flatMap(\.describingSchemas)
            return .object(JSONObject(members.map { ($0.key, normalized($0.value, schemas.member($0.key))) }))
        }
    }

    package var isOptional: Bool { schema.schema.accepts(.null) }

    package var documentedDefault: JSON? {
        guard isOptional, !isSecret else { return nil }
        return schema.view.describingSchemas.lazy.compactMap { $0.json["default"] }.first { !$0.isNull }
    }
}

/// The expected outcome of a call under a transport fault.
package final class FaultContract: Sendable {
    /// The name of the fault, such as `status:500`.
    package let name: String
    package let outcome: Outcome
    package let pointer: JSONPointer

    init?(name: String, reading reader: ContractCursor) {
        if reader.json[ContractKeys.FaultReturn.returns.rawValue] != nil {
            guard let object = reader.object(of: ContractKeys.FaultReturn.self),
                let returns = object[.returns].flatMap(ReturnsContract.init(reading:))
            else { return nil }
            outcome = Outcome(returns: returns)
        } else {
            guard let error = reader.error else { return nil }
            outcome = Outcome(error: error)
        }
        self.name = name
        pointer = reader.pointer
    }
}

/// The expected value of a query item, header field or status: a template to compare with, or a schema.
package enum Expectation: Sendable {
    case value(TemplateValue)
    case schema(EmbeddedSchema)

    package var placeholders: [Placeholder] { templates(at: .root).flatMap(\.template.placeholders) }
}

package final class NamedExpectation: Sendable {
    package let name: String
    package let pointer: JSONPointer
    package let expectation: Expectation
    /// The serialization style of a list or an object, if the contract gives one.
    package let style: ParameterStyle?
    package let isOrdered: Bool

    package init(
        name: String, pointer: JSONPointer, expectation: Expectation, style: ParameterStyle? = nil,
        isOrdered: Bool = false
    ) {
        self.name = name
        self.pointer = pointer
        self.expectation = expectation
        self.style = style
        self.isOrdered = isOrdered
    }
}

package final class RequestContract: Sendable {
    package let pointer: JSONPointer
    package let method: String
    package let path: Template
    /// The path split at slashes, so that an argument cannot extend beyond its segment.
    package let segments: [Template]
    /// The query items, one for each value of a name.
    package let query: [NamedExpectation]
    package let headers: [NamedExpectation]
    package let allowedHeaders: [String]
    package let body: Body
    package let bodyPointer: JSONPointer
    package let timeout: JSONNumber?

    package var templates: [PlacedTemplate] {
        [(path, pointer(to: .path))] + (query + headers).flatMap(\.templates) + body.templates(at: bodyPointer)
    }

    init?(reading reader: ContractCursor) {
        guard let object = reader.object(of: ContractKeys.Request.self) else { return nil }
        // Read all members first to report every fault at once.
        let method = object[.method]?.nonEmptyString
        if let method, !method.utf8.allSatisfy(\.isToken) {
            object[.method]?.fault("'\(method)' is not a method: expected a token such as GET (RFC 9110, section 9.1)")
        }
        let path = object[.path]?.template
        if let place = object[.path], let text = place.json.stringValue {
            if !text.hasPrefix("/") { place.fault("a path starts with '/'") }
            // Without a pair, a question mark belongs to the path, and is sent as `%3F`.
            if text.contains(/\?[\w.\[\]\-]+=/) { place.fault("a path has no query: write its pairs under 'query'") }
        }
        let kind = object.one(of: ContractKeys.Request.bodies, "a request has one body")
        query = object[.query]?.namedExpectations(ParameterStyle.ofPairs) ?? []
        headers = object[.headers]?.namedExpectations(ParameterStyle.ofHeaders) ?? []
        allowedHeaders = object.elements(.allowedHeaders, \.nonEmptyString)
        body = kind.flatMap { kind in object[kind].flatMap { Body(kind, reading: $0) } } ?? .none
        bodyPointer = kind.map(reader.pointer.appending) ?? reader.pointer
        timeout = object[.timeout]?.seconds("timeout")
        guard let method, let path else { return nil }
        self.pointer = reader.pointer
        self.method = method
        self.path = path
        segments = path.segments
    }
}
