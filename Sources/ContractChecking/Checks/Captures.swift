import ContractFormat
import HTTPRecording
import JSONSchema

/// Takes what a step captures out of its response.
enum Captures {
    /// The values by name, or the mismatch of the first that the response does not have.
    static func take(
        _ captures: [ScenarioContract.Capture], from response: RecordedResponse, shape: ResponseContract?,
        returned: JSON?
    ) -> (values: [String: JSON], missing: Mismatch?) {
        var values: [String: JSON] = [:]
        for capture in captures {
            guard let value = value(of: capture.source, in: response, shape, returned) else {
                return (
                    values,
                    Mismatch(
                        ScenarioRule.capture, "there is nothing to capture as '\(capture.name)'",
                        expected: FindingText(describe(capture.source)), found: "nothing", at: capture.pointer,
                        data: "/response")
                )
            }
            values[capture.name] = value
        }
        return (values, nil)
    }

    private static func value(
        of source: ScenarioContract.CaptureSource, in response: RecordedResponse, _ shape: ResponseContract?,
        _ returned: JSON?
    ) -> JSON? {
        switch source {
        case .header(let name): return response.headers[name].map(JSON.string)
        case .cookie(let name):
            return response.headers[all: "Set-Cookie"].lazy.compactMap { field -> JSON? in
                let pair = field.prefix { $0 != ";" }
                guard let equals = pair.firstIndex(of: "="), pair[..<equals].drop(while: { $0 == " " }) == name else {
                    return nil
                }
                return .string(String(pair[pair.index(after: equals)...]))
            }.first
        case .body(let pointer):
            guard let shape, case .json(let body, _) = ResponseBody.read(response.body, as: shape) else { return nil }
            return body[pointer: pointer]
        case .returned(let pointer): return returned?[pointer: pointer]
        }
    }

    private static func describe(_ source: ScenarioContract.CaptureSource) -> String {
        switch source {
        case .header(let name): "the header '\(name)'"
        case .cookie(let name): "the cookie '\(name)'"
        case .body(let pointer): "a value at '\(pointer)' of the body"
        case .returned(let pointer): "a value at '\(pointer)' of what the call returned"
        }
    }
}

extension Arguments {
    /// The arguments with each captured value as what its argument takes: a number for a text of digits, and the reverse.
    func fitted(to endpoint: EndpointContract, _ values: [ArgumentValue], captured: [String: JSON]) -> Arguments {
        var fitted = self.values
        for value in values {
            guard value.value.placeholders.contains(where: { $0.isCaptured(in: captured) }),
                let schema = endpoint.argument(value.name)?.schema.schema, let json = fitted[value.name],
                let fitting = ([json] + json.otherSpellings).first(where: schema.accepts)
            else { continue }
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

extension JSON {
    /// A scalar as the other types write it.
    fileprivate var otherSpellings: [JSON] {
        switch self {
        case .string(let text):
            [JSONNumber(text: text).map(JSON.number), ["true": JSON.bool(true), "false": .bool(false)][text]]
                .compactMap(\.self)
        case .number, .bool: [.string(text(.compact))]
        case .null, .array, .object: []
        }
    }
}
