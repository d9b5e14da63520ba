import ContractOpenAPI
import JSONSchema

/// A provider's document with its schemas in both directions, each converted when it is first needed.
final class ProviderDocument {
    let document: OpenAPIDocument
    private(set) lazy var requests = Self.schemas(document.schemas(for: .request))
    let subsumption = Subsumption(openness: .declared)
    private(set) lazy var search = OperationSearch(document)
    private(set) lazy var responses = Self.schemas(document.schemas(for: .response))

    init(_ document: OpenAPIDocument) { self.document = document }

    private static func schemas(_ library: SchemaLibrary) -> SchemaDocument {
        SchemaDocument(root: library.root, uri: library.uri)
    }
}
