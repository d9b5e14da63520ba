/// Where a report goes and in which format, as `--report FORMAT=FILE` says it.
public struct ReportDestination: Sendable, Hashable {
    /// What a report is written to.
    public enum Target: Sendable, Hashable {
        case standardOutput
        /// A path, relative to the working directory where it is not absolute.
        case file(String)
    }

    /// The format to write.
    public let format: ReportFormat
    /// What to write it to.
    public let target: Target

    /// Makes a destination.
    public init(format: ReportFormat, target: Target) {
        self.format = format
        self.target = target
    }

    /// Reads `FORMAT=FILE`, where `-` stands for standard output.
    ///
    /// - Throws: ``ReportDestinationError`` where the format is unknown or a part is missing.
    public init(parsing text: String) throws(ReportDestinationError) {
        guard let equals = text.firstIndex(of: "=") else { throw .missingFile(text) }
        let name = String(text[..<equals])
        let file = String(text[text.index(after: equals)...])
        guard let format = ReportFormat(rawValue: name) else { throw .unknownFormat(name) }
        guard !file.isEmpty, !file.utf8.contains(0) else { throw .missingFile(text) }
        self.init(format: format, target: file == "-" ? .standardOutput : .file(file))
    }

    /// Reads all values of `--report` and makes sure that no two of them go to one place.
    ///
    /// - Throws: ``ReportDestinationError``.
    public static func all(parsing texts: [String]) throws(ReportDestinationError) -> [ReportDestination] {
        var destinations: [ReportDestination] = []
        for text in texts {
            let destination = try ReportDestination(parsing: text)
            guard !destinations.contains(where: { $0.target == destination.target }) else {
                throw .sameTarget(destination.target)
            }
            destinations.append(destination)
        }
        return destinations
    }
}

/// What is wrong with a value of `--report`, and what would be right.
public enum ReportDestinationError: Error, Hashable, CustomStringConvertible {
    /// The format's name is none of ``ReportFormat``.
    case unknownFormat(String)
    /// There is a format but no file, or nothing that separates them.
    case missingFile(String)
    /// Two reports would overwrite each other.
    case sameTarget(ReportDestination.Target)

    /// One line for standard error.
    public var description: String {
        switch self {
        case .unknownFormat(let name):
            let suggestion = nearestFormat(to: name).map { "; did you mean '\($0)'?" } ?? "."
            return "'\(name.bounded(to: 80).visible())' is not a report format\(suggestion) \(Self.formats)"
        case .missingFile(let text):
            let name = String(text.prefix { $0 != "=" })
            guard let format = ReportFormat(rawValue: name)?.rawValue ?? nearestFormat(to: name) else {
                return "'\(text.bounded(to: 80).visible())' is not FORMAT=FILE, such as 'junit=report.xml'. "
                    + Self.formats
            }
            return "'\(text.bounded(to: 80).visible())' names no file: write '\(format)=FILE', "
                + "or '\(format)=-' for standard output"
        case .sameTarget(.standardOutput): return "two reports go to standard output: write one of them to a file"
        case .sameTarget(.file(let file)): return "two reports go to '\(file.visible())': give each its own file"
        }
    }

    private static var formats: String {
        "Valid formats: " + ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

/// The format that was probably meant: at most every third letter is wrong.
private func nearestFormat(to name: String) -> String? {
    let name = name.lowercased()
    guard name.utf8.count <= 40 else { return nil }
    return ReportFormat.allCases.map { (format: $0.rawValue, distance: editDistance(name, $0.rawValue)) }
        .filter { $0.distance <= max(1, $0.format.count / 3) }
        .min { $0.distance < $1.distance }?.format
}

/// How many letters must be added, dropped, changed or swapped with their neighbour to make one word the other.
private func editDistance(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
        var current = [row + 1]
        for column in second.indices {
            let change = last[column] + (first[row] == second[column] ? 0 : 1)
            var best = min(change, last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        beforeLast = last
        last = current
    }
    return last[second.count]
}
