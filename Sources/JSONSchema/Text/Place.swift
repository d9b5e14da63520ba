/// A place in a text that a person can open: a file with line and column, and the JSON Pointer of the value there.
public struct Place: Sendable, Hashable, CustomStringConvertible {
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
