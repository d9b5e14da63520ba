import ContractChecking
import ContractOpenAPI
import JSONSchema

struct SecurityConformance {
    let operation: OpenAPIDocument.Operation
    let request: JSONPointer
    let sendsHeader: (String) -> Bool
    let sendsQuery: (String) -> Bool

    func mismatches() -> [AgainstMismatch] {
        guard let first = operation.security.first,
            !operation.security.contains(where: { $0.schemes.allSatisfy(isMet) })
        else { return [] }
        let ways = operation.security.map { $0.schemes.map(Self.phrase).joined(separator: " and ") }
        return [
            AgainstMismatch(
                .security, .error,
                "the document requires \(ways.joined(separator: ", or ")), which the request does not send",
                expected: ways.joined(separator: ", or "), found: "nothing", at: request, in: first.pointer)
        ]
    }

    private func isMet(_ scheme: OpenAPIDocument.SecurityScheme) -> Bool {
        switch scheme.kind {
        case .apiKey(let name, .query): sendsQuery(name)
        case .apiKey(let name, .header): sendsHeader(name)
        case .apiKey(_, .cookie): sendsHeader("Cookie")
        case .http, .token: sendsHeader("Authorization")
        // A client certificate is not part of the request.
        case .apiKey(_, .path), .mutualTLS: true
        }
    }

    private static func phrase(_ scheme: OpenAPIDocument.SecurityScheme) -> String {
        switch scheme.kind {
        case .apiKey(let name, let location): "a key in the \(location) '\(name)'"
        case .http(let name): "'Authorization: \(name.prefix(1).uppercased() + name.dropFirst())'"
        case .token: "'Authorization: Bearer'"
        case .mutualTLS: "a client certificate"
        }
    }
}
