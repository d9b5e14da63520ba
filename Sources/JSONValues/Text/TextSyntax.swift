/// The syntax of a file that holds JSON values.
package enum TextSyntax: String, Sendable, Hashable {
    case json = "JSON"
    case yaml = "YAML"

    /// Tells the syntax of a file by the ending of its name, else by how the text begins: what begins as YAML files do and
    /// no JSON does is YAML.
    package init(of bytes: [UInt8], named name: String) {
        let isNamedSo = name.lowercased().hasSuffix(".yaml") || name.lowercased().hasSuffix(".yml")
        self = isNamedSo || Self.isWide(bytes) || Self.beginsAsYAML(bytes) ? .yaml : .json
    }

    /// UTF-16 and UTF-32 are no encodings of JSON files (RFC 8259, 8.1).
    private static func isWide(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 2
            && (bytes[0] == 0 || bytes[1] == 0 || bytes[0] == 0xFE && bytes[1] == 0xFF
                || bytes[0] == 0xFF && bytes[1] == 0xFE)
    }

    /// A comment, a document's start, a directive, or a key followed by a colon.
    private static func beginsAsYAML(_ bytes: [UInt8]) -> Bool {
        let text = bytes.prefix(4_096).drop {
            $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 == 0x20 || 0x09...0x0D ~= $0
        }
        let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let first = line.first else { return false }
        if first == UInt8(ascii: "#") || first == UInt8(ascii: "%") || line.starts(with: "---".utf8) { return true }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return false }
        let isSeparated = colon + 1 == line.endIndex || line[colon + 1] == 0x20 || line[colon + 1] == 0x09
        return isSeparated && line[..<colon].allSatisfy(isKeyByte)
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "\""),
            UInt8(ascii: "'"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension SourceFile {
    /// Reads the value that the file holds; of the options, YAML knows the depth alone.
    package func json(_ options: JSONParsingOptions = .standard) throws(JSONSyntaxError) -> JSON {
        switch syntax {
        case .json: try JSON(parsing: bytes, options: options)
        case .yaml: try JSON(yaml: bytes, maximumDepth: options.maximumDepth)
        }
    }

    package func message(of error: JSONSyntaxError) -> String { "not \(syntax.rawValue): \(error.message)" }
}
