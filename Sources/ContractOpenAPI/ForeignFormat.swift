import JSONSchema

/// Recognises documents that are not in JSON, so that their reader is told what to do rather than where JSON broke off.
enum ForeignFormat {
    /// What to tell of a text that begins as no JSON does; `nil` where it may be JSON.
    static func fault(of bytes: [UInt8], file: String) -> OpenAPIFault? {
        let text = bytes.prefix(4_096).drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || isBlank($0) }
        guard let first = text.first else {
            return OpenAPIFault(.invalid, "the document is empty", at: Place(file: file))
        }
        guard first != UInt8(ascii: "{"), first != UInt8(ascii: "["), isYAML(text) else { return nil }
        return OpenAPIFault(
            .unsupported,
            "this is YAML, and JSON is needed; convert it with 'yq -o json \(quoted(file)) > openapi.json', or with "
                + "'python3 -c \"import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout, indent=2, "
                + "default=str)\" < \(quoted(file)) > openapi.json'",
            at: Place(file: file))
    }

    /// A comment, a document's start, a directive, or a plain key: how YAML files begin, and no JSON does.
    private static func isYAML(_ text: ArraySlice<UInt8>) -> Bool {
        let start = text.prefix(while: { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
        guard let first = start.first else { return false }
        if first == UInt8(ascii: "#") || first == UInt8(ascii: "%") || start.starts(with: "---".utf8) { return true }
        guard let colon = start.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return start[..<colon].allSatisfy(isKeyByte)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "\""),
            UInt8(ascii: "'"), UInt8(ascii: " "):
            true
        default: false
        }
    }

    /// The file's name as a shell takes it.
    private static func quoted(_ file: String) -> String {
        let isPlain = file.utf8.allSatisfy { isKeyByte($0) && $0 != UInt8(ascii: " ") || "./+@".utf8.contains($0) }
        return isPlain && !file.isEmpty ? file : "FILE"
    }
}
