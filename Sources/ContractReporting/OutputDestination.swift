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
        let list = "Valid formats: " + formats.joined(separator: ", ")
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (name, file) = (parts[0], parts.count == 2 ? parts[1] : "")
        if let format = Format(rawValue: name), !file.isEmpty, !file.utf8.contains(0) {
            self.init(format: format, target: file == "-" ? .standardOutput : .file(file))
            return
        }
        if parts.count == 2, !formats.contains(name) {
            let hint = Suggestion.text(for: name, among: formats, otherwise: ".")
            throw .init(description: "'\(name.bounded(to: 80).visible())' is not a report format\(hint) \(list)")
        }
        let shown = text.bounded(to: 80).visible()
        guard let format = formats.first(where: { $0 == name }) ?? Suggestion.nearest(to: name, among: formats) else {
            throw .init(description: "'\(shown)' is not FORMAT=FILE, such as '\(formats[0])=FILE'. \(list)")
        }
        throw .init(
            description: "'\(shown)' names no file: write '\(format)=FILE', or '\(format)=-' for standard output")
    }

    package static func all(parsing texts: [String]) throws(OutputDestinationError) -> [OutputDestination] {
        var destinations: [OutputDestination] = []
        for text in texts {
            let destination = try OutputDestination(parsing: text)
            guard !destinations.contains(where: { $0.target == destination.target }) else {
                throw .init(
                    description: destination.target.file.map {
                        "two reports go to '\($0.visible())': give each its own file"
                    } ?? "two reports go to standard output: write one of them to a file")
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

package struct OutputDestinationError: Error, Hashable, CustomStringConvertible { package let description: String }
