import JSONSchema

/// The arguments of a call, as the contract writes them.
package struct ArgumentValue: Sendable {
    package let name: String
    package let value: TemplateValue
    package let pointer: JSONPointer
}

/// What a call must come to.
package struct Outcome: Sendable {
    /// A literal or a schema of the status code; `nil` accepts what `responses` lists.
    package let status: NamedExpectation?
    /// The key of a named response shape.
    package let response: String?
    /// The schema of what the client returns, as reflected to JSON.
    package let returns: EmbeddedSchema?
    /// The case name of the error that the client throws.
    package let error: NamedText?
    /// The error's text as a user reads it.
    package let message: NamedText?

    package init(
        status: NamedExpectation?, response: String?, returns: EmbeddedSchema?, error: NamedText?, message: NamedText?
    ) {
        self.status = status
        self.response = response
        self.returns = returns
        self.error = error
        self.message = message
    }
}

/// A text with its place in the contract.
package struct NamedText: Sendable {
    package let text: String
    package let pointer: JSONPointer
}

/// One concrete call.
package struct CaseContract: Sendable {
    package let name: String
    package let pointer: JSONPointer
    package let summary: String?
    package let arguments: [ArgumentValue]
    package let outcome: Outcome
    package let isHealthCheck: Bool
}

/// Arguments that the request builder must refuse.
package struct RejectContract: Sendable {
    package let name: String
    package let pointer: JSONPointer
    package let arguments: [ArgumentValue]
    package let error: NamedText
    package let message: NamedText?
}
