import JSONSchema

/// Calls in a row that share state.
package struct ScenarioContract: Sendable {
    /// Where a step takes a value from for the steps after it.
    package enum CaptureSource: Sendable, Hashable {
        case body(JSONPointer)
        case header(String)
        case cookie(String)
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
}
