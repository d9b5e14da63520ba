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
package struct NamedText: Sendable, Hashable {
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

extension CaseContract {
    init?(reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Case.self),
            let name = object[.name]?.nonEmptyString
        else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.summary = object[.summary]?.string()
        self.arguments = object[.arguments]?.arguments ?? []
        self.outcome = object.outcome
        self.isHealthCheck = object[.health]?.bool() ?? false
    }
}

extension RejectContract {
    init?(reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Reject.self),
            let name = object[.name]?.nonEmptyString, let error = object[.throws]?.namedText
        else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.arguments = object[.arguments]?.arguments ?? []
        self.error = error
        self.message = object[.message]?.namedText
    }
}

extension ContractCursor {
    /// The values of arguments, by name.
    var arguments: [ArgumentValue] {
        members().compactMap { name, reader in
            reader.templateValue.map { ArgumentValue(name: name, value: $0, pointer: reader.pointer) }
        }
    }

    fileprivate var status: NamedExpectation? {
        if json.objectValue == nil, json.intValue.map({ (100...599).contains($0) }) != true {
            return wrongValue("is no status: expected a code from 100 to 599, or a schema")
        }
        return expectation.map { NamedExpectation(name: "status", pointer: pointer, expectation: $0) }
    }
}

extension ContractObject where Key: CallKey {
    var outcome: Outcome {
        if let message = self[.message], self[.throws] == nil {
            context.fault("'message' is the text of an error: it needs 'throws'", at: message.pointer)
        }
        if let returns = self[.returns], self[.throws] != nil {
            context.fault("a call returns or throws: 'returns' and 'throws' exclude each other", at: returns.pointer)
        }
        return Outcome(
            status: self[.status]?.status, response: self[.response]?.nonEmptyString, returns: self[.returns]?.schema,
            error: self[.throws]?.namedText, message: self[.message]?.namedText)
    }
}
