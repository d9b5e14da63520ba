import ContractHealth
import ContractReporting
import JSONSchema

/// Text for a terminal or a pipeline log, with control characters and pipeline commands of outside text made harmless.
/// Literals are printed unchanged, and interpolated values are escaped, including line breaks. Other strings must
/// choose ``lines(_:)``, ``rendered(_:)``, ``json(_:)`` or ``verbatim(_:)``.
package struct TerminalText: Sendable, ExpressibleByStringInterpolation {
    package let text: String

    private init(ready text: String) { self.text = text }

    package init(stringLiteral value: String) { text = value }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text.withoutPipelineCommands
    }

    /// Escapes outside text of several lines: messages, sources, tables.
    package static func lines(_ text: String) -> Self {
        Self(ready: text.visible(keepingLines: true).withoutPipelineCommands)
    }

    /// Accepts the output of a renderer, which has already escaped outside text and may contain colors.
    package static func rendered(_ text: String) -> Self { Self(ready: text.withoutPipelineCommands) }

    /// Escapes one or several JSON documents without changing their values.
    package static func json(_ text: String) -> Self { Self(ready: text.visibleJSON) }

    /// Accepts text that must stay unchanged: shell scripts, pipeline commands, another process's output.
    package static func verbatim(_ text: String) -> Self { Self(ready: text) }

    package static func + (first: Self, second: Self) -> Self { Self(ready: first.text + second.text) }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 32 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }

        package mutating func appendInterpolation<Value>(_ value: Value) { text += "\(value)".visible() }

        package mutating func appendInterpolation(lines: String) { text += lines.visible(keepingLines: true) }
    }
}

extension ReportFormat {
    func terminalText(_ text: String) -> TerminalText {
        switch self {
        case .console, .junit, .junitStrict, .html, .prometheus, .markdown: .rendered(text)
        case .json, .jsonl, .sarif: .json(text)
        case .github: .verbatim(text)
        }
    }
}

extension HealthFormat {
    func terminalText(_ text: String) -> TerminalText {
        switch self {
        case .console, .prometheus, .html, .badge, .nagios: .rendered(text)
        case .json, .jsonl, .sarif: .json(text)
        }
    }
}
