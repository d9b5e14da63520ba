import JSONSchema

/// An output format and its target, as in `--report FORMAT=FILE`.
package struct OutputDestination<Format>: Sendable, Hashable
where Format: RawRepresentable<String> & CaseIterable & Sendable & Hashable {
    package let format: Format
    package let target: OutputTarget
}

extension OutputDestination {
    package init(parsing text: String) throws(OutputDestinationError) {
        let formats = Format.allCases.map(\.rawValue)
        guard let equals = text.firstIndex(of: "=") else { throw .missingFile(text, formats: formats) }
        let name = String(text[..<equals])
        let file = String(text[text.index(after: equals)...])
        guard let format = Format(rawValue: name) else { throw .unknownFormat(name, formats: formats) }
        guard !file.isEmpty, !file.utf8.contains(0) else { throw .missingFile(text, formats: formats) }
        self.init(format: format, target: file == "-" ? .standardOutput : .file(file))
    }

    package static func all(parsing texts: [String]) throws(OutputDestinationError) -> [OutputDestination] {
        var destinations: [OutputDestination] = []
        for text in texts {
            let destination = try OutputDestination(parsing: text)
            guard !destinations.contains(where: { $0.target == destination.target }) else {
                throw .sameTarget(destination.target)
            }
            destinations.append(destination)
        }
        return destinations
    }
}

package typealias ReportDestination = OutputDestination<ReportFormat>

package enum OutputTarget: Sendable, Hashable {
    case standardOutput
    case file(String)

    package var file: String? { if case .file(let file) = self { file } else { nil } }
}

package enum OutputDestinationError: Error, Hashable, CustomStringConvertible {
    case unknownFormat(String, formats: [String])
    case missingFile(String, formats: [String])
    case sameTarget(OutputTarget)

    package var description: String {
        switch self {
        case .unknownFormat(let name, let formats):
            let suggestion = Suggestion.text(for: name, among: formats, otherwise: ".")
            return "'\(name.bounded(to: 80).visible())' is not a report format\(suggestion) \(Self.list(formats))"
        case .missingFile(let text, let formats):
            let shown = text.bounded(to: 80).visible()
            let name = String(text.prefix { $0 != "=" })
            guard let format = formats.first(where: { $0 == name }) ?? Suggestion.nearest(to: name, among: formats)
            else {
                return "'\(shown)' is not FORMAT=FILE, such as '\(formats.first ?? "")=FILE'. \(Self.list(formats))"
            }
            return "'\(shown)' names no file: write '\(format)=FILE', or '\(format)=-' for standard output"
        case .sameTarget(.standardOutput): return "two reports go to standard output: write one of them to a file"
        case .sameTarget(.file(let file)): return "two reports go to '\(file.visible())': give each its own file"
        }
    }

    private static func list(_ formats: [String]) -> String { "Valid formats: " + formats.joined(separator: ", ") }
}
