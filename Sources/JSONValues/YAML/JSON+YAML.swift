extension JSON {
    /// Reads the documents of a YAML 1.2 stream in UTF-8, UTF-16 or UTF-32, as the core schema resolves them.
    ///
    /// A key is the text of its scalar. Tags without a meaning in JSON are ignored. Errors are infinities, collections as
    /// keys, duplicate keys, and aliases that stand for more than ten times the text (or 1 MB).
    package static func documents(
        yaml bytes: [UInt8], maximumDepth: Int = JSONParsingOptions.deepestNesting
    ) throws(JSONSyntaxError) -> [JSON] {
        try read(yaml: bytes, maximumDepth) { parser throws(JSONSyntaxError) in
            var documents: [JSON] = []
            while let document = try parser.document() { documents.append(document) }
            return documents
        }
    }

    /// Reads a YAML text that holds one document.
    package init(yaml bytes: [UInt8], maximumDepth: Int = JSONParsingOptions.deepestNesting) throws(JSONSyntaxError) {
        self = try Self.read(yaml: bytes, maximumDepth) { parser throws(JSONSyntaxError) in
            guard let document = try parser.document() else { throw parser.expected("a document") }
            let end = parser.cursor
            if try parser.document() != nil {
                throw parser.fault(at: end, "expected one document, found another that begins here")
            }
            return document
        }
    }

    private static func read<Value>(
        yaml bytes: [UInt8], _ maximumDepth: Int,
        _ body: (inout YAMLParser) throws(JSONSyntaxError) -> Value
    ) throws(JSONSyntaxError) -> Value {
        let text = try YAMLText.outcome(of: bytes).get()
        let outcome = text.withUnsafeBufferPointer { text -> Result<Value, JSONSyntaxError> in
            var parser = YAMLParser(text, maximumDepth: maximumDepth)
            do throws(JSONSyntaxError) { return .success(try body(&parser)) } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}
