import JSONSchema

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
