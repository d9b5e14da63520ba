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
        let path = request.pointer(to: .path)
        switch provider.search.operation(of: request, origin: origin) {
        case .none(let nearest):
            let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
            return (
                nil,
                [
                    AgainstMismatch(
                        .missingEndpoint, .error, "the document has no path that '\(request.path.source)' fits\(hint)",
                        expected: label, found: "no such path", at: path, in: "/paths")
                ]
            )
        case .otherMethods(let operations):
            let methods = operations.map(\.method)
            return (
                nil,
                [
                    AgainstMismatch(
                        .method, .error, "the document has this path, but not with the method \(request.method)",
                        expected: request.method, found: methods.joined(separator: ", "),
                        at: request.pointer(to: .method), in: operations[0].pointer.parent ?? "/paths")
                ]
            )
        case .found(let operation, let match):
            let parts = [
                general(operation), ParametersAgainst(self, operation).mismatches(match),
                SecurityAgainst(self, operation).mismatches(), BodyAgainst(self, operation).mismatches(),
                ResponsesAgainst(self, operation).mismatches(),
            ]
            return (operation, parts.flatMap { $0 })
        }
    }

    private var label: String { "\(request.method) \(request.path.source)" }

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
