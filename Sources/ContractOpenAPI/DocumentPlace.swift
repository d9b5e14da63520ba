import JSONSchema

/// A place in an OpenAPI document that a person can open.
package struct DocumentPlace: Sendable, Hashable, CustomStringConvertible {
    package let file: String
    /// Counted from 1.
    package let line: Int
    /// Counted from 1, in Unicode scalars.
    package let column: Int
    package let pointer: JSONPointer

    package init(file: String, line: Int = 1, column: Int = 1, pointer: JSONPointer = .root) {
        self.file = file
        self.line = line
        self.column = column
        self.pointer = pointer
    }

    /// `file:line:column`, as compilers print it.
    package var description: String { "\(file):\(line):\(column)" }
}

/// The text of a document, which tells the place of any pointer in it; it is indexed when a place is first asked for.
struct DocumentText: Sendable {
    let file: String
    private let map: JSONSourceMap

    init(file: String, bytes: [UInt8]) {
        self.file = file
        map = JSONSourceMap(bytes)
    }

    /// The place of the value at `pointer`, or of its nearest ancestor that the text holds.
    func place(of pointer: JSONPointer) -> DocumentPlace {
        place(of: pointer) { map.position(of: $0) }
    }

    /// The place of the member name at `pointer`; where there is none, of the value.
    func keyPlace(of pointer: JSONPointer) -> DocumentPlace {
        place(of: pointer) { map.keyPosition(of: $0) ?? map.position(of: $0) }
    }

    private func place(
        of pointer: JSONPointer, _ position: (JSONPointer) -> JSONSourcePosition?
    ) -> DocumentPlace {
        var ancestor: JSONPointer? = pointer
        while let candidate = ancestor {
            if let found = position(candidate) {
                return DocumentPlace(file: file, line: found.line, column: found.column, pointer: pointer)
            }
            ancestor = candidate.parent
        }
        return DocumentPlace(file: file, pointer: pointer)
    }
}
