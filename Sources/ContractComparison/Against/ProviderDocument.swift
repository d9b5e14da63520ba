import ContractOpenAPI
import JSONSchema

/// A provider's document with its schemas in both directions, each converted when it is first needed.
final class ProviderDocument {
    let document: OpenAPIDocument
    private(set) lazy var requests = Self.schemas(document.schemas(for: .request))
    let subsumption = Subsumption(openness: .declared)
    private(set) lazy var search = OperationSearch(document)
    private(set) lazy var responses = Self.schemas(document.schemas(for: .response))
    /// The schemas of responses as examples meet them, which leave out what a consumer does not read.
    private(set) lazy var expected = Self.schemas(document.schemas(for: .response, isPartial: true))

    init(_ document: OpenAPIDocument) { self.document = document }

    /// A path without what a gateway puts before it, by the extension that comparators of Pacts read.
    func pathWithoutPrefix(_ path: String) -> String {
        guard let prefix = document["/info/x-opc-config-base-path"]?.stringValue, path.hasPrefix(prefix) else {
            return path
        }
        let rest = path.dropFirst(prefix.count)
        return rest.hasPrefix("/") ? String(rest) : path
    }

    private static func schemas(_ library: SchemaLibrary) -> SchemaDocument {
        SchemaDocument(root: library.root, uri: library.uri)
    }
}
