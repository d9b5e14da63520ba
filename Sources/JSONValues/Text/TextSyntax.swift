/// A syntax for JSON values: JSON, or one that another module defines.
package struct TextSyntax: Sendable {
    package let name: String
    let parse: @Sendable ([UInt8], JSONParsingOptions) throws(JSONSyntaxError) -> JSON
    /// Returns the text that positions refer to, and its values.
    let tree: @Sendable ([UInt8]) -> (text: [UInt8], tree: SourceTree)

    package init(
        name: String, parse: @escaping @Sendable ([UInt8], JSONParsingOptions) throws(JSONSyntaxError) -> JSON,
        tree: @escaping @Sendable ([UInt8]) -> (text: [UInt8], tree: SourceTree)
    ) {
        (self.name, self.parse, self.tree) = (name, parse, tree)
    }

    package static let json = TextSyntax(name: "JSON") { bytes, options throws(JSONSyntaxError) in
        try JSON(parsing: bytes, options: options)
    } tree: { bytes in
        (bytes, bytes.withUnsafeBufferPointer { SourceTree($0) })
    }
}

extension SourceFile {
    package func json(_ options: JSONParsingOptions = .standard) throws(JSONSyntaxError) -> JSON {
        try syntax.parse(bytes, options)
    }

    package func message(of error: JSONSyntaxError) -> String { "not \(syntax.name): \(error.message)" }
}
