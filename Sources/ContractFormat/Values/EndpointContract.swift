import JSONSchema

/// One kind of call: its arguments, the request it builds, the responses it may get, and the cases that are tried.
package struct EndpointContract: Sendable {
    package let name: String
    package let pointer: JSONPointer
    package let summary: String?
    /// The origin that stands in for the service's own.
    package let origin: String?
    package let arguments: [ArgumentContract]
    /// `nil` for an endpoint whose client call sends the requests of others.
    package let request: RequestContract?
    /// The endpoints whose requests the client call sends.
    package let uses: [String]
    package let responses: [ResponseContract]
    package let cases: [CaseContract]
    package let rejects: [RejectContract]
    package let faults: [FaultContract]
    /// The limits of its health checks.
    package let health: HealthContract?

    package func argument(_ name: String) -> ArgumentContract? { arguments.first { $0.name == name } }

    package func `case`(_ name: String) -> CaseContract? { cases.first { $0.name == name } }

    /// The response shape for a status: the named variant, else the exact code, its class, or the default.
    package func response(status: Int, variant: String?) -> ResponseContract? {
        if let variant { return responses.first { $0.key == variant } }
        for key in ["\(status)", "\(status / 100)XX", "default"] {
            if let response = responses.first(where: { $0.key == key }) { return response }
        }
        return nil
    }
}

/// One argument of an endpoint.
package struct ArgumentContract: Sendable {
    package let name: String
    package let schema: EmbeddedSchema
    /// A secret comes from the environment and is redacted wherever it occurs: its schema, or one that it refers to or is
    /// put together of, has `"format": "password"`.
    package let isSecret: Bool

    package init(name: String, schema: EmbeddedSchema) {
        self.name = name
        self.schema = schema
        isSecret = schema.view.isSecret
    }

    /// An argument whose schema accepts null may be left out.
    package var isOptional: Bool { schema.schema.accepts(.null) }
}

/// What a fault of the transport must end in.
package struct FaultContract: Sendable {
    /// The name of the fault, such as `status:500`.
    package let name: String
    /// The case name of the error.
    package let error: String
    package let pointer: JSONPointer
}
