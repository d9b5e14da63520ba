import ContractFormat
import HTTPRecording
import JSONSchema

enum Captures {
    /// Returns the captured values by name, and a finding for the first missing one.
    static func take(
        _ captures: [ScenarioContract.Capture], from exchange: HTTPExchange, shape: ResponseContract?,
        returned: JSON?
    ) -> (values: [String: JSON], missing: Finding?) {
        var values: [String: JSON] = [:]
        for capture in captures {
            guard let value = value(of: capture.source, in: exchange, shape, returned) else {
                return (
                    values,
                    Finding(
                        ScenarioRule.capture, "there is no value to capture as '\(capture.name)'",
                        expected: MessageText(describe(capture.source)), found: "nothing", at: capture.pointer,
                        data: "/response")
                )
            }
            values[capture.name] = value
        }
        return (values, nil)
    }

    private static func value(
        of source: ScenarioContract.CaptureSource, in exchange: HTTPExchange, _ shape: ResponseContract?,
        _ returned: JSON?
    ) -> JSON? {
        switch source {
        case .response(let source): source.value(in: exchange, shape)
        case .returned(let pointer): returned?[pointer: pointer]
        case .sent(let header): exchange.request.headers[header].map(JSON.string)
        }
    }

    private static func describe(_ source: ScenarioContract.CaptureSource) -> String {
        switch source {
        case .response(.header(let name)): "the header '\(name)'"
        case .response(.link(let relation, let parameter)):
            parameter.map { "the parameter '\($0)' of the link '\(relation)'" } ?? "the link '\(relation)'"
        case .response(.cookie(let name)): "the cookie '\(name)'"
        case .response(.body(let pointer)): "a value at '\(pointer)' of the body"
        case .returned(let pointer): "a value at '\(pointer)' of the call's result"
        case .sent(let header): "the header '\(header)' of the request"
        }
    }
}

extension Arguments {
    /// Converts captured values to the types of their arguments, such as a numeric string to a number and vice versa.
    ///
    /// - Parameter isMadeUp: whether the captures are placeholders, so that any value accepted by the argument will do.
    func fitted(
        to endpoint: EndpointContract, _ values: [ArgumentValue], captured: [String: JSON], isMadeUp: Bool = false
    ) -> Arguments {
        var fitted = self.values
        for value in values {
            guard value.value.placeholders.contains(where: { $0.isCaptured(in: captured) }),
                let schema = endpoint.argument(value.name)?.schema, let json = fitted[value.name]
            else { continue }
            let candidates =
                [json] + json.otherSpellings
                + (isMadeUp ? SchemaSampler(prefersText: true).values(of: [schema.view]) : [])
            guard let fitting = candidates.first(where: schema.schema.accepts) else { continue }
            fitted[value.name] = fitting
        }
        return Arguments(fitted, of: endpoint, standIns: standIns)
    }
}

extension Placeholder {
    fileprivate func isCaptured(in captured: [String: JSON]) -> Bool {
        switch self {
        case .name(let name): captured[name] != nil
        case .environment: false
        }
    }
}
