import ContractChecking
import ContractFormat
import ContractOpenAPI
import JSONSchema

/// Holds one endpoint of a contract to the provider's document.
struct EndpointAgainst {
    let endpoint: EndpointContract
    let request: RequestContract
    let origin: String
    let expected: ExpectedSchemas
    let provider: ProviderDocument

    /// The operation that the endpoint calls, if the document has it, and everything that it does not promise.
    func compared() -> (operation: OpenAPIDocument.Operation?, mismatches: [AgainstMismatch]) {
        switch provider.search.operation(request.method, request.path, origin: origin) {
        case .missing(let missing):
            return (nil, [missing.mismatch(path: request.pointer(to: .path), method: request.pointer(to: .method))])
        case .found(let operation, let match, let others):
            let candidates = [(operation, match)] + others
            let outcomes = candidates.map { (operation: $0.0, mismatches: mismatches($0.0, $0.1)) }
            func weight(_ mismatches: [AgainstMismatch]) -> (Int, Int) {
                (mismatches.count { $0.severity == .error }, mismatches.count { $0.severity == .warning })
            }
            let best = outcomes.min { weight($0.mismatches) < weight($1.mismatches) }
            return (best?.operation, best?.mismatches ?? [])
        }
    }

    private func mismatches(_ operation: OpenAPIDocument.Operation, _ match: PathMatch) -> [AgainstMismatch] {
        let parts = [
            general(operation),
            provider.invalidSchemas(
                of: operation, sent: request.pointer(to: .path), received: endpoint.pointer(to: .responses)),
            ParametersAgainst(self, operation).mismatches(match),
            SecurityAgainst(
                operation: operation, request: request.pointer, sendsHeader: sendsHeader, sendsQuery: sendsQuery
            ).mismatches(),
            BodyAgainst(self, operation).mismatches(),
            ResponsesAgainst(self, operation).mismatches(),
        ]
        return parts.flatMap { $0 }
    }

    private func general(_ operation: OpenAPIDocument.Operation) -> [AgainstMismatch] {
        var mismatches: [AgainstMismatch] = []
        let origins = operation.servers.compactMap { $0.origin?.lowercased() }
        if let server = operation.servers.first, origins.count == operation.servers.count,
            !origins.contains(origin.lowercased())
        {
            mismatches.append(
                AgainstMismatch(
                    .origin, .warning, "the origin is none of the document's servers", expected: origin,
                    found: origins.joined(separator: ", "),
                    at: endpoint.origin == nil ? "/origin" : endpoint.pointer(to: .origin), in: server.pointer))
        }
        if operation.isDeprecated {
            mismatches.append(
                AgainstMismatch(
                    .deprecated, .info, "the document says that \(operation.label) is deprecated",
                    at: endpoint.pointer, in: operation.pointer.appending("deprecated")))
        }
        return mismatches
    }

    /// The header's value where the contract writes it out.
    func literalHeader(_ name: String) -> (text: String, pointer: JSONPointer)? {
        for header in request.headers where header.name.lowercased() == name.lowercased() {
            if case .value(.literal(let value)) = header.expectation { return (value.plainText, header.pointer) }
        }
        return nil
    }

    /// Returns whether the request has a header, or may have it.
    func sendsHeader(_ name: String) -> Bool {
        (request.headers.map(\.name) + request.allowedHeaders).contains { $0.lowercased() == name.lowercased() }
    }

    func sendsQuery(_ name: String) -> Bool { request.query.contains { $0.name == name } }
}
