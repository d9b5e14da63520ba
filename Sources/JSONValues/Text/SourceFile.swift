import Foundation

/// A JSON or YAML file as text, with the place of any pointer in it. The text is indexed only when a place is asked for.
package struct SourceFile: Sendable {
    /// The path or the name of the file as people see it.
    package let path: String
    package let bytes: [UInt8]
    package let syntax: TextSyntax
    private let map: JSONSourceMap
    /// The places in the text of a converted document's parts.
    private var moved: [JSONPointer: JSONPointer] = [:]

    package init(path: String, bytes: [UInt8], syntax: TextSyntax = .json) {
        self.path = path
        self.bytes = bytes
        self.syntax = syntax
        map = JSONSourceMap(bytes, syntax: syntax)
    }

    /// The file at a URL, under its path relative to the working directory where it lies below it.
    package init(url: URL, bytes: [UInt8], syntax: TextSyntax = .json) {
        self.init(path: Self.displayPath(of: url), bytes: bytes, syntax: syntax)
    }

    /// Returns the file for a document that was made of its text: the place of a part that moved is
    /// where it stands in the text.
    package func moved(_ places: [JSONPointer: JSONPointer]) -> SourceFile {
        var file = self
        file.moved = places
        return file
    }

    /// Returns the place of the value at `pointer`, or of its nearest ancestor that the text holds.
    package func place(of pointer: JSONPointer) -> Place { place(of: pointer) { map.position(of: $0) } }

    /// Returns the place of the member name at `pointer`; for an array element, of the element.
    package func keyPlace(of pointer: JSONPointer) -> Place {
        place(of: pointer) { map.keyPosition(of: $0) ?? map.position(of: $0) }
    }

    /// Returns the place where the text stops being JSON or YAML.
    package func place(of error: JSONSyntaxError) -> Place {
        Place(file: path, line: error.line, column: error.column)
    }

    private func original(_ pointer: JSONPointer) -> JSONPointer {
        guard !moved.isEmpty else { return pointer }
        for count in stride(from: pointer.tokens.count, through: 1, by: -1) {
            if let old = moved[JSONPointer(tokens: Array(pointer.tokens.prefix(count)))] {
                return JSONPointer(tokens: old.tokens + pointer.tokens.dropFirst(count))
            }
        }
        return pointer
    }

    private func place(of pointer: JSONPointer, position: (JSONPointer) -> JSONSourcePosition?) -> Place {
        let pointer = original(pointer)
        var ancestor: JSONPointer? = pointer
        while let candidate = ancestor {
            if let found = position(candidate) {
                return Place(file: path, line: found.line, column: found.column, pointer: pointer)
            }
            ancestor = candidate.parent
        }
        return Place(file: path, pointer: pointer)
    }

    /// The path relative to the working directory where the file lies below it, else the absolute path.
    package static func displayPath(of url: URL) -> String {
        let path = url.standardizedFileURL.path
        let folder = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }
}

/// A place in a text that a person can open: a file with line and column, and the JSON Pointer of the value there.
public struct Place: Sendable, Hashable, Codable, CustomStringConvertible {
    /// A path relative to the working directory where possible, the name that the text was given, or the URL of a live
    /// response.
    public let file: String
    /// Counted from 1.
    public let line: Int
    /// Counted from 1, in Unicode scalars.
    public let column: Int
    /// The value that is meant (RFC 6901); the root for the whole document.
    public let pointer: JSONPointer

    /// Makes a place; line and column default to the start of the file.
    public init(file: String, line: Int = 1, column: Int = 1, pointer: JSONPointer = .root) {
        self.file = file
        self.line = line
        self.column = column
        self.pointer = pointer
    }

    /// `file:line:column`, as compilers print it.
    public var description: String { "\(file):\(line):\(column)" }
}
