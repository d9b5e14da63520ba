import ContractFormat
import HTTPRecording
import JSONSchema

/// Takes what a step captures out of its response.
enum Captures {
    /// The values by name, or the mismatch of the first that the response does not have.
    static func take(
        _ captures: [ScenarioContract.Capture], from response: RecordedResponse, shape: ResponseContract?
    ) -> (values: [String: JSON], missing: Mismatch?) {
        var values: [String: JSON] = [:]
        for capture in captures {
            guard let value = value(of: capture.source, in: response, shape) else {
                return (
                    values,
                    Mismatch(
                        ScenarioRule.capture, "the response has nothing to capture as '\(capture.name)'",
                        expected: FindingText(describe(capture.source)), found: "nothing", at: capture.pointer,
                        data: "/response")
                )
            }
            values[capture.name] = value
        }
        return (values, nil)
    }

    private static func value(
        of source: ScenarioContract.CaptureSource, in response: RecordedResponse, _ shape: ResponseContract?
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
        }
    }

    private static func describe(_ source: ScenarioContract.CaptureSource) -> String {
        switch source {
        case .header(let name): "the header '\(name)'"
        case .cookie(let name): "the cookie '\(name)'"
        case .body(let pointer): "a value at '\(pointer)' of the body"
        }
    }
}
