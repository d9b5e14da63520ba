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

    func report(_ kind: OpenAPIFault.Kind, _ message: String, at pointer: JSONPointer) {
        faults.append(OpenAPIFault(kind, message, at: source.place(of: pointer)))
    }
}
