import ContractHealth
import ContractReporting
import JSONSchema

/// Text that a terminal shows, or a pipeline logs, and in which nothing from outside acts.
///
/// A literal's own words are printed as they are; what is interpolated is escaped, line breaks included. Whatever is no
/// literal says what it is: ``lines(_:)``, ``rendered(_:)``, ``json(_:)`` or ``verbatim(_:)``.
package struct TerminalText: Sendable, ExpressibleByStringInterpolation {
    package let text: String

    private init(ready text: String) { self.text = text }

    package init(stringLiteral value: String) { text = value }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text.withoutPipelineCommands
    }

    /// Outside text of several lines: messages, sources, tables.
    package static func lines(_ text: String) -> Self {
        Self(ready: text.visible(keepingLines: true).withoutPipelineCommands)
    }

    /// The output of a renderer, which escapes outside text and may add colours.
    package static func rendered(_ text: String) -> Self { Self(ready: text.withoutPipelineCommands) }

    /// A JSON text, or several; their values stay the same.
    package static func json(_ text: String) -> Self { Self(ready: text.visibleJSON) }

    /// Text printed byte by byte: scripts for a shell, commands for a pipeline, another process's output.
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
