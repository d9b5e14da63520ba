import JSONSchema

/// Calls in a row that share state.
package struct ScenarioContract: Sendable {
    /// Where a step takes a value from for the steps after it.
    package enum CaptureSource: Sendable, Hashable {
        case response(ResponseSource)
        /// What the call returned, as reflected.
        case returned(JSONPointer)
    }

    package struct Capture: Sendable {
        package let name: String
        package let source: CaptureSource
        package let pointer: JSONPointer
    }

    package struct Step: Sendable {
        package let pointer: JSONPointer
        package let name: String?
        package let endpoint: NamedText
        /// The case whose arguments and outcome are the base.
        package let `case`: NamedText?
        package let arguments: [ArgumentValue]
        package let outcome: Outcome
        package let captures: [Capture]
    }

    package let name: String
    package let pointer: JSONPointer
    package let steps: [Step]
    /// Whether health checks run it.
    package let isHealthCheck: Bool
}

extension ScenarioContract {
    init?(name: String, reading reader: ContractCursor) {
        var list = reader
        isHealthCheck = reader[ContractKeys.Scenario.health.rawValue]?.bool() ?? false
        if reader.json.objectValue != nil {
            guard let object = reader.object(of: ContractKeys.Scenario.self), let steps = object[.steps] else {
                return nil
            }
            list = steps
        }
        let steps = list.elements().compactMap(Step.init(reading:))
        if list.json.arrayValue?.isEmpty == true {
            reader.context.fault("a scenario needs a step", at: list.pointer)
        }
        guard !steps.isEmpty else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.steps = steps
    }
}

extension ScenarioContract.Step {
    init?(reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Step.self),
            let endpoint = object[.endpoint]?.namedText
        else { return nil }
        self.pointer = reader.pointer
        self.name = object[.name]?.nonEmptyString
        self.endpoint = endpoint
        self.case = object[.case]?.namedText
        self.arguments = object[.arguments]?.arguments ?? []
        self.outcome = object.outcome
        self.captures = object[.capture]?.members().compactMap { ScenarioContract.Capture(name: $0, reading: $1) } ?? []
    }
}

extension ScenarioContract.Capture {
    init?(name: String, reading reader: ContractCursor) {
        guard let text = reader.nonEmptyString else { return nil }
        if let response = ResponseSource(text) {
            source = .response(response)
        } else if text.hasPrefix("returned:"),
            case .body(let pointer)? = ResponseSource("body:\(text.dropFirst("returned:".count))")
        {
            source = .returned(pointer)
        } else {
            reader.context.fault(
                "\(reader.json.text(.compact)) is no capture: expected \"body:/pointer\", \"header:NAME\", \"header:Link#RELATION\", \"cookie:NAME\" or \"returned:/pointer\"",
                at: reader.pointer)
            return nil
        }
        self.name = name
        self.pointer = reader.pointer
    }
}
