import ContractOpenAPI
import JSONSchema

/// A provider's document with lazily converted schemas for both directions.
///
/// Invalid JSON Schema keywords are ignored, and the rest is compared.
final class ProviderDocument {
    /// The schemas without invalid keywords, and the original ones if any keyword is invalid.
    private typealias Schemas = (valid: SchemaDocument, written: SchemaDocument?)

    let document: OpenAPIDocument
    let subsumption = Subsumption(openness: .declared)
    private(set) lazy var search = OperationSearch(document)
    private lazy var requestSchemas = Self.schemas(document.schemas(for: .request))
    private lazy var responseSchemas = Self.schemas(document.schemas(for: .response))
    /// Response schemas with all members optional, because examples may omit members that the consumer does not read.
    private(set) lazy var expected = Self.schemas(document.schemas(for: .response, isPartial: true)).valid
    var requests: SchemaDocument { requestSchemas.valid }
    var responses: SchemaDocument { responseSchemas.valid }

    init(_ document: OpenAPIDocument) { self.document = document }

    /// Removes the gateway prefix that the extension `x-opc-config-base-path` declares; Pact comparators use it.
    func pathWithoutPrefix(_ path: String) -> String {
        guard let prefix = document["/info/x-opc-config-base-path"]?.stringValue, path.hasPrefix(prefix) else {
            return path
        }
        let rest = path.dropFirst(prefix.count)
        return rest.hasPrefix("/") ? String(rest) : path
    }

    func invalidSchemas(
        of operation: OpenAPIDocument.Operation, sent: JSONPointer, received: JSONPointer
    ) -> [AgainstMismatch] {
        func schemas(in content: [OpenAPIDocument.Content]) -> [JSONPointer] {
            content.filter(\.isJSON).compactMap(\.schema)
        }
        let request = operation.parameters.compactMap(\.schema) + schemas(in: operation.body?.content ?? [])
        let response = operation.responses.flatMap { schemas(in: $0.content) }
        let sites =
            request.map { ($0, requestSchemas.written, sent) }
            + response.map { ($0, responseSchemas.written, received) }
        return sites.compactMap { pointer, written, place in
            written.flatMap { AgainstMismatch(invalid: pointer, of: $0, at: place) }
        }
    }

    private static func schemas(_ library: SchemaLibrary) -> Schemas {
        let (valid, written) = (library.repaired(), library.document)
        return valid.faults.count == library.faults.count ? (written, nil) : (valid.document, written)
    }
}
