import Foundation

/// A JSON or YAML file with the position of each value. The text is indexed on the first query.
package final class SourceFile: Sendable {
    /// The path or name shown to users.
    package let path: String
    package let bytes: [UInt8]
    package let syntax: TextSyntax
    private let map: JSONSourceMap
    /// The original pointers of the parts that a conversion moved.
    private let moved: [JSONPointer: JSONPointer]

    package init(path: String, bytes: [UInt8], syntax: TextSyntax = .json) {
        (self.path, self.bytes, self.syntax, moved) = (path, bytes, syntax, [:])
        map = JSONSourceMap(bytes, syntax: syntax)
    }

    private init(_ file: SourceFile, moved: [JSONPointer: JSONPointer]) {
        (path, bytes, syntax, map, self.moved) = (file.path, file.bytes, file.syntax, file.map, moved)
    }

    package convenience init(url: URL, bytes: [UInt8], syntax: TextSyntax = .json) {
        self.init(path: Self.displayPath(of: url), bytes: bytes, syntax: syntax)
    }

    /// Returns the file with a map from pointers of a converted document to pointers in the text.
    package func moved(_ places: [JSONPointer: JSONPointer]) -> SourceFile { SourceFile(self, moved: places) }

    /// Returns the position of the value at a pointer, or of its nearest ancestor in the text.
    package func place(of pointer: JSONPointer) -> Place { place(of: pointer) { map.position(of: $0) } }

    /// Returns the position of a member's key, or of the element if the pointer leads to one.
    package func keyPlace(of pointer: JSONPointer) -> Place {
        place(of: pointer) { map.keyPosition(of: $0) ?? map.position(of: $0) }
    }

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

    package static func displayPath(of url: URL) -> String {
        let path = url.standardizedFileURL.path
        let folder = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }
}

/// A position in a file and the JSON Pointer of the value there.
public struct Place: Sendable, Hashable, Codable, CustomStringConvertible {
    /// A path, relative to the working directory if possible, or a given name, or the URL of a live response.
    public let file: String
    /// The line, counted from 1.
    public let line: Int
    /// The column in Unicode scalars, counted from 1.
    public let column: Int
    /// The pointer to the value (RFC 6901).
    public let pointer: JSONPointer

    /// Creates a place. Line and column default to the start of the file.
    public init(file: String, line: Int = 1, column: Int = 1, pointer: JSONPointer = .root) {
        self.file = file
        self.line = line
        self.column = column
        self.pointer = pointer
    }

    /// `file:line:column`, as compilers print it.
    public var description: String { "\(file):\(line):\(column)" }
}

/// A fault at a place of a file.
package struct SourceFault: Error, Sendable, Hashable, CustomStringConvertible {
    package let message: String
    package let place: Place

    package init(_ message: String, at place: Place) {
        // A name, number or pattern of the file may have any length.
        self.message = message.bounded(to: 2_000)
        self.place = place
    }

    package var description: String { "\(place): \(message)" }

    /// The fault in the format of compilers: `file:line:column: error: message`.
    package var report: String { "\(place): error: \(message)" }
}
