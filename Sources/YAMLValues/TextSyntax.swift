import JSONValues

extension TextSyntax {
    /// YAML 1.2. Only the depth option applies. A text of several documents has the positions of the first.
    package static let yaml = TextSyntax(name: "YAML") { bytes, options throws(JSONSyntaxError) in
        try JSON(yaml: bytes, maximumDepth: options.maximumDepth)
    } tree: { bytes in
        // Invalid YAML has no nodes; the caller has already reported its errors.
        guard let text = try? YAMLText.prepared(bytes) else { return ([], SourceTree()) }
        return text.withUnsafeBufferPointer { buffer in
            var parser = YAMLParser(buffer, maximumDepth: JSONParsingOptions.deepestNesting, recordsPlaces: true)
            guard case .some(.some) = try? parser.document() else { return (text, SourceTree()) }
            return (text, parser.places ?? SourceTree())
        }
    }

    /// Detects the syntax by the file name extension, then by the first bytes.
    package init(of bytes: [UInt8], named name: String) {
        let isYAMLName = [".yaml", ".yml"].contains(where: name.lowercased().hasSuffix)
        // JSON files cannot be UTF-16 or UTF-32 (RFC 8259, 8.1).
        self = isYAMLName || WideEncoding(of: bytes) != nil || Self.beginsAsYAML(bytes) ? .yaml : .json
    }

    /// Whether the text begins with a comment, a document start, a directive, or a key and a colon.
    private static func beginsAsYAML(_ bytes: [UInt8]) -> Bool {
        let text = bytes.prefix(4_096).drop {
            $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 0x20 || 0x09...0x0D ~= $0
        }
        let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let first = line.first else { return false }
        if first == UInt8(ascii: "#") || first == UInt8(ascii: "%") || line.starts(with: "---".utf8) { return true }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
        let isSeparated = colon + 1 == line.endIndex || line[colon + 1] == 0x20 || line[colon + 1] == 0x09
        return isSeparated
            && line[..<colon].allSatisfy {
                $0.isASCIIAlphanumeric || "-_\"'.".utf8.contains($0)
            }
    }
}
