import JSONSchema

final class DocumentReading: CollectingReading {
    let root: JSON
    let source: SourceFile
    /// A component's faults are repeated for each reference to it.
    var faults: [SourceFault] = []
    var securitySchemes: [String: OpenAPIDocument.SecurityScheme] = [:]

    init(root: JSON, source: SourceFile) {
        self.root = root
        self.source = source
    }

    /// Reports the merge keys of YAML 1.1. In YAML 1.2 they are members like any other.
    func reportMergeKeys() {
        guard source.syntax.name == "YAML", source.bytes.contains(UInt8(ascii: "<")) else { return }
        root.forEachValue { pointer, _ in
            guard pointer.tokens.last == "<<" else { return }
            fault("YAML 1.2 has no merge keys, so these members are left out", at: pointer)
        }
    }
}
