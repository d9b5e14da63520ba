import JSONSchema

package final class ScenarioContract: Sendable {
    package enum CaptureSource: Sendable, Hashable {
        case response(ResponseSource)
        case returned(JSONPointer)
        case sent(String)
    }

    package struct Capture: Sendable {
        package let name: String
        package let source: CaptureSource
        package let pointer: JSONPointer
    }

    package struct Header: Sendable {
        package let name: String
        package let pointer: JSONPointer
        /// The expected value; `nil` for a header field that must be absent.
        package let expectation: Expectation?
    }

    /// A call of a scenario, or a request of a case.
    package final class Step: Sendable {
        package let pointer: JSONPointer
        package let name: String?
        package let endpoint: NamedText
        /// The case whose arguments and outcome the step inherits.
        package let `case`: NamedText?
        package let arguments: [ArgumentValue]
        package let headers: [Header]
        package let outcome: Outcome
        package let captures: [Capture]

        init?(reading reader: ContractCursor, known: [ContractKeys.Step] = ContractKeys.Step.allCases) {
            guard
                let object = reader.object(of: ContractKeys.Step.self, known: known),
                let endpoint = object[.endpoint]?.namedText
            else { return nil }
            self.pointer = reader.pointer
            self.name = object[.name]?.nonEmptyString
            self.endpoint = endpoint
            self.case = object[.case]?.namedText
            self.arguments = object[.arguments]?.arguments ?? []
            self.headers = object.members(.headers) { name, value in
                let expectation = value.json.isNull ? nil : value.expectation
                if expectation == nil, !value.json.isNull { return nil }
                return Header(name: name, pointer: value.pointer, expectation: expectation)
            }
            self.outcome = object.outcome
            self.captures = object.members(.capture, Capture.init(name:reading:))
        }
    }

    package let name: String
    package let pointer: JSONPointer
    package let steps: [Step]
    package let isHealthCheck: Bool

    init?(name: String, reading reader: ContractCursor) {
        var list = reader
        isHealthCheck = reader[ContractKeys.Scenario.health.rawValue]?.bool() ?? false
        if reader.json.objectValue != nil {
            guard let object = reader.object(of: ContractKeys.Scenario.self), let steps = object[.steps] else {
                return nil
            }
            list = steps
        }
        let steps = list.elements().compactMap { Step(reading: $0) }
        if list.json.arrayValue?.isEmpty == true {
            list.fault("a scenario needs a step")
        }
        guard !steps.isEmpty else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.steps = steps
    }
}

extension Contract {
    package var stepLists: [[ScenarioContract.Step]] {
        endpoints.flatMap { $0.cases.map(\.steps) } + scenarios.map(\.steps)
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
        } else if text.hasPrefix("sent:"), text != "sent:" {
            source = .sent(String(text.dropFirst("sent:".count)))
        } else {
            reader.fault(
                "\(reader.json.text(.compact)) is not a capture: expected \"body:/pointer\", \"header:NAME\", \"header:Link#RELATION\", \"cookie:NAME\", \"sent:HEADER\" or \"returned:/pointer\""
            )
            return nil
        }
        self.name = name
        self.pointer = reader.pointer
    }
}
