import JSONSchema

extension CaseContract {
    init?(reading reader: ValueReader) {
        guard
            let object = reader.object(
                required: ["name", "status"],
                optional: ["summary", "arguments", "response", "returns", "throws", "message", "health"]),
            let name = object["name"]?.nonEmptyString
        else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.summary = object["summary"]?.string
        self.arguments = object.arguments
        self.outcome = object.outcome
        self.isHealthCheck = object["health"]?.boolean ?? false
    }
}

extension RejectContract {
    init?(reading reader: ValueReader) {
        guard
            let object = reader.object(required: ["name", "arguments", "throws"], optional: ["message"]),
            let name = object["name"]?.nonEmptyString, let error = object["throws"]?.namedText
        else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.arguments = object.arguments
        self.error = error
        self.message = object["message"]?.namedText
    }
}

extension ObjectReader {
    var arguments: [ArgumentValue] {
        self["arguments"]?.members.compactMap { name, reader in
            reader.templateValue.map { ArgumentValue(name: name, value: $0, pointer: reader.pointer) }
        } ?? []
    }

    var outcome: Outcome {
        if let message = self["message"], members["throws"] == nil {
            context.fault("'message' is the text of an error: it needs 'throws'", at: message.pointer)
        }
        if let returns = self["returns"], members["throws"] != nil {
            context.fault("a call returns or throws: 'returns' and 'throws' exclude each other", at: returns.pointer)
        }
        return Outcome(
            status: self["status"].flatMap(Self.status),
            response: self["response"]?.nonEmptyString, returns: self["returns"]?.schema,
            error: self["throws"]?.namedText, message: self["message"]?.namedText)
    }

    private static func status(_ reader: ValueReader) -> NamedExpectation? {
        if reader.json.objectValue == nil, reader.json.intValue.map({ (100...599).contains($0) }) != true {
            return reader.wrongValue("is no status: expected a code from 100 to 599, or a schema")
        }
        return reader.expectation.map { NamedExpectation(name: "status", pointer: reader.pointer, expectation: $0) }
    }
}
