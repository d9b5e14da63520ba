import JSONSchema

final class DocumentReading: CollectingReading {
    let root: JSON
    let source: SourceFile
    var faults: [OpenAPIFault] = []
    /// Shared components are read and reported once.
    var parameters: [JSONPointer: OpenAPIDocument.Parameter?] = [:]
    var bodies: [JSONPointer: OpenAPIDocument.RequestBody?] = [:]
    var responses: [JSONPointer: OpenAPIDocument.Response?] = [:]
    var headers: [JSONPointer: OpenAPIDocument.Header?] = [:]
    var securitySchemes: [String: OpenAPIDocument.SecurityScheme] = [:]

    init(root: JSON, source: SourceFile) {
        self.root = root
        self.source = source
    }

    func failure(_ fault: JSONFault) -> OpenAPIFault {
        OpenAPIFault(.invalid, fault.message, at: source.place(of: fault.pointer))
    }

    func invalid(_ message: String, at pointer: JSONPointer) { report(.invalid, message, at: pointer) }

    /// Reports the merge keys of YAML 1.1. In YAML 1.2 they are members like any other.
    func reportMergeKeys() {
        guard source.syntax.name == "YAML", source.bytes.contains(UInt8(ascii: "<")) else { return }
        var waiting = [(json: root, pointer: JSONPointer.root)]
        while let (json, pointer) = waiting.popLast() {
            waiting += json.arrayValue?.enumerated().map { ($1, pointer.appending($0)) } ?? []
            for (key, value) in json.objectValue ?? [:] {
                let place = pointer.appending(key)
                if key == "<<" {
                    report(.unsupported, "YAML 1.2 has no merge keys, so these members are left out", at: place)
                } else {
                    waiting.append((value, place))
                }
            }
        }
    }

    func report(_ kind: OpenAPIFault.Kind, _ message: String, at pointer: JSONPointer) {
        faults.append(OpenAPIFault(kind, message, at: source.place(of: pointer)))
    }
}
