import JSONSchema

package struct ArgumentValue: Sendable {
    package let name: String
    package let value: TemplateValue
    package let pointer: JSONPointer
}

package struct Outcome: Sendable {
    /// The expected status code as a literal or a schema; `nil` accepts every declared status.
    package var status: NamedExpectation?
    package var response: String?
    package var returns: ReturnsContract?
    package var order = ModelOrder.asReceived
    package var error: ErrorContract?
    package var message: NamedText?

    /// Whether the contract says what the call returns or throws.
    package var statesEnd: Bool { returns != nil || order != .asReceived || error != nil }
}

/// The order of a response's models in the returned value.
package enum ModelOrder: Sendable {
    case asReceived
    /// All of them in any order: `"returns": "any order"`.
    case any
    /// Any value: `"returns": true`.
    case unchecked
}

package struct NamedText: Sendable, Hashable {
    package let text: String
    package let pointer: JSONPointer

    package init(text: String, pointer: JSONPointer) {
        self.text = text
        self.pointer = pointer
    }
}

/// A place in a model's JSON, with `*` for every element of an array, and the place that names it in the contract.
package struct NamedPointer: Sendable, Hashable {
    package let target: JSONPointer
    package let pointer: JSONPointer

    package init(target: JSONPointer, pointer: JSONPointer) {
        self.target = target
        self.pointer = pointer
    }
}

package final class CaseContract: Sendable {
    package let name: String
    package let pointer: JSONPointer
    package let summary: String?
    /// The provider states before the call, which Pacts include.
    package let given: [ProviderState]
    package let arguments: [ArgumentValue]
    package let outcome: Outcome
    /// The requests of the call in order; empty if the contract does not list them.
    package let steps: [ScenarioContract.Step]
    package let isHealthCheck: Bool

    init?(reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Case.self),
            let name = object[.name]?.nonEmptyString
        else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.summary = object[.summary]?.string()
        self.given = object.elements(.given, ProviderState.init(reading:))
        self.arguments = object[.arguments]?.arguments ?? []
        self.outcome = object.outcome
        self.steps = object.elements(.steps) { ScenarioContract.Step(reading: $0, known: ContractKeys.Step.ofCase) }
        self.isHealthCheck = object[.health]?.bool() ?? false
    }
}

package struct ProviderState: Sendable, Hashable {
    package let name: String
    package let parameters: JSONObject

    package init(name: String, parameters: JSONObject = [:]) {
        self.name = name
        self.parameters = parameters
    }

    package var json: JSON {
        parameters.isEmpty
            ? .string(name)
            : .object([
                ContractKeys.Given.name.rawValue: .string(name),
                ContractKeys.Given.params.rawValue: .object(parameters),
            ])
    }
}

/// Arguments that the request builder must reject.
package final class RejectContract: Sendable {
    package let name: String
    package let pointer: JSONPointer
    package let arguments: [ArgumentValue]
    package let error: ErrorContract
    package let message: NamedText?

    init?(reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Reject.self),
            let name = object[.name]?.nonEmptyString, let error = object[.throws]?.error
        else { return nil }
        if !error.sources.isEmpty {
            reader.context.fault(
                "a builder that refuses its arguments has no response to take a value from", at: error.pointer)
        }
        self.name = name
        self.pointer = reader.pointer
        self.arguments = object[.arguments]?.arguments ?? []
        self.error = error
        self.message = object[.message]?.namedText
    }
}

extension ProviderState {
    init?(reading reader: ContractCursor) {
        guard reader.json.objectValue != nil else {
            guard let name = reader.nonEmptyString else { return nil }
            self.init(name: name)
            return
        }
        guard let object = reader.object(of: ContractKeys.Given.self), let name = object[.name]?.nonEmptyString
        else { return nil }
        self.init(name: name, parameters: object[.params]?.object()?.json.objectValue ?? [:])
    }
}

extension ContractCursor {
    var arguments: [ArgumentValue] {
        members().compactMap { name, reader in
            reader.templateValue.map { ArgumentValue(name: name, value: $0, pointer: reader.pointer) }
        }
    }

    var returned: (schema: ReturnsContract?, order: ModelOrder)? {
        if json == .string("any order") { return (nil, .any) }
        if json == true { return (nil, .unchecked) }
        if json.stringValue != nil {
            return wrongValue("does not describe the result: expected a schema, \"any order\" or true")
        }
        return ReturnsContract(reading: self).map { ($0, .asReceived) }
    }

    fileprivate var status: NamedExpectation? {
        if json.objectValue == nil, json.intValue.map({ (100...599).contains($0) }) != true {
            return wrongValue("is not a status code: expected a code from 100 to 599, or a schema")
        }
        return expectation.map { NamedExpectation(name: "status", pointer: pointer, expectation: $0) }
    }
}

extension ContractObject where Context == ContractReading, Key: CallKey {
    var outcome: Outcome {
        if let message = self[.message], self[.throws] == nil {
            message.fault("'message' is the text of an error: it needs 'throws'")
        }
        if let returns = self[.returns], self[.throws] != nil {
            returns.fault("a call returns or throws: 'returns' and 'throws' are mutually exclusive")
        }
        let returned = self[.returns]?.returned
        return Outcome(
            status: self[.status]?.status, response: self[.response]?.nonEmptyString, returns: returned?.schema,
            order: returned?.order ?? .asReceived, error: self[.throws]?.error, message: self[.message]?.namedText)
    }
}
