import Foundation
import JSONSchema

/// A JSON file as text, which tells the place of any pointer in it. The text is indexed only when a place is asked for.
package struct SourceFile: Sendable {
    /// Where the file is.
    package let url: URL
    /// Its path as people see it: relative to the working directory where it lies below it.
    package let path: String
    package let bytes: [UInt8]
    private let map: Lazy<JSONSourceMap>

    package init(url: URL, bytes: [UInt8]) {
        self.url = url
        self.path = Self.displayPath(of: url)
        self.bytes = bytes
        self.map = Lazy { JSONSourceMap(bytes) }
    }

    /// The place of the value at `pointer`, or of its nearest ancestor that the text holds.
    package func place(of pointer: JSONPointer) -> Place {
        place(of: pointer) { $0.position(of: $1) }
    }

    /// The place of the member name at `pointer`; for an array element, of the element.
    package func keyPlace(of pointer: JSONPointer) -> Place {
        place(of: pointer) { $0.keyPosition(of: $1) ?? $0.position(of: $1) }
    }

    private func place(
        of pointer: JSONPointer, position: (JSONSourceMap, JSONPointer) -> JSONSourcePosition?
    ) -> Place {
        var ancestor = pointer
        while true {
            if let found = position(map.value, ancestor) {
                return Place(file: path, line: found.line, column: found.column, pointer: pointer.description)
            }
            guard let parent = ancestor.parent else { return Place(file: path, pointer: pointer.description) }
            ancestor = parent
        }
    }

    /// The path relative to the working directory where the file lies below it, else the absolute path.
    package static func displayPath(of url: URL) -> String {
        let path = url.standardizedFileURL.path
        let folder = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }
}
