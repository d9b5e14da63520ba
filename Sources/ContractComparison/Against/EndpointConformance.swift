import ContractChecking
import ContractFormat
import ContractOpenAPI
import Foundation
import JSONSchema

struct EndpointConformance {
    let endpoint: EndpointContract
    let request: RequestContract
    let origin: String
    let expected: ExpectedSchemas
    let provider: ProviderDocument

    func compared() -> (operation: OpenAPIDocument.Operation?, mismatches: [AgainstMismatch]) {
        let places = (path: request.pointer(to: .path), method: request.pointer(to: .method))
        switch provider.search.operation(request.method, request.path, origin: origin, at: places) {
        case .missing(let mismatch): return (nil, [mismatch])
        case .found(let candidates):
            func weight(_ mismatches: [AgainstMismatch]) -> (Int, Int) {
                (mismatches.count { $0.severity == .error }, mismatches.count { $0.severity == .warning })
            }
            let outcomes = candidates.map { (operation: $0.operation, mismatches: mismatches($0.operation, $0.match)) }
            let best = outcomes.min { weight($0.mismatches) < weight($1.mismatches) }
            return (best?.operation, best?.mismatches ?? [])
        }
    }

    private func mismatches(_ operation: OpenAPIDocument.Operation, _ match: PathMatch) -> [AgainstMismatch] {
        let parts = [
            general(operation),
            provider.invalidSchemas(
                of: operation, sent: request.pointer(to: .path), received: endpoint.pointer(to: .responses)),
            ParameterConformance(
                operation: operation, provider: provider, sent: sent(match), unknownQuery: .error,
                place: { _ in request.pointer }, mayHaveHeader: sendsHeader
            ).mismatches(),
            SecurityConformance(
                operation: operation, request: request.pointer, sendsHeader: sendsHeader,
                sendsQuery: { name in request.query.contains { $0.name == name } }
            ).mismatches(), BodyConformance(context: self, operation: operation).mismatches(),
            ResponseConformance(context: self, operation: operation).mismatches(),
        ]
        return parts.flatMap(\.self)
    }

    private func general(_ operation: OpenAPIDocument.Operation) -> [AgainstMismatch] {
        var mismatches: [AgainstMismatch] = []
        let origins = operation.servers.compactMap { $0.origin?.lowercased() }
        if let server = operation.servers.first, origins.count == operation.servers.count,
            !origins.contains(origin.lowercased())
        {
            mismatches.append(
                AgainstMismatch(
                    .origin, .warning, "the origin is not one of the document's servers", expected: origin,
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

    // MARK: - Parameters

    private func sent(_ match: PathMatch) -> [SentParameter] {
        let path = match.values.map { name, value in
            let sent: SentParameter.Value =
                switch value {
                case .literal(let text): .texts([text.percentDecoded ?? text])
                case .argument(let name): argument(name)
                case .composed: .open
                }
            return SentParameter(name: name, location: .path, value: sent, pointer: request.pointer(to: .path))
        }
        return path + cookies + request.query.map { sent($0, .query) } + request.headers.map { sent($0, .header) }
    }

    /// The cookies of a literal header (RFC 6265, 4.2.1).
    private var cookies: [SentParameter] {
        guard let header = literalHeader("Cookie") else { return [] }
        return header.text.split(separator: ";").map { pair in
            let name = pair.prefix { $0 != "=" }
            return SentParameter(
                name: name.trimmingCharacters(in: .whitespaces), location: .cookie,
                value: .texts([String(pair.dropFirst(name.count + 1))]), pointer: header.pointer)
        }
    }

    func sent(_ value: NamedExpectation, _ location: OpenAPIDocument.Parameter.Location) -> SentParameter {
        guard case .value(let template) = value.expectation else {
            return SentParameter(name: value.name, location: location, value: .open, pointer: value.pointer)
        }
        return sent(value.name, template, value.style, location, value.pointer)
    }

    /// Returns a part of a multipart body, whose fields follow the rules of a query.
    func sent(_ part: PartContract) -> SentParameter {
        guard case .text(let template) = part.content else {
            return SentParameter(name: part.name, location: .query, value: .open, pointer: part.pointer)
        }
        return sent(part.name, template, nil, .query, part.pointer)
    }

    private func sent(
        _ name: String, _ template: TemplateValue, _ style: ParameterStyle?,
        _ location: OpenAPIDocument.Parameter.Location, _ pointer: JSONPointer
    ) -> SentParameter {
        var sent = SentParameter(name: name, location: location, value: .open, pointer: pointer)
        sent.isOptional = endpoint.mayBeLeftOut(template)
        switch template {
        case .literal(let json): sent.value = .texts(json.arrayValue?.map(\.plainText) ?? [json.plainText])
        case .template(let template):
            // An argument's schema describes only a value that is sent unchanged, or its elements.
            if template.parts.count == 1, case .placeholder(let slot) = template.parts[0], slot.form == nil,
                case .name(let name) = slot.placeholder
            {
                sent.value = argument(name)
                sent.separator = slot.separator ?? style.flatMap { $0.explode ? nil : $0.separator }
            }
        case .array, .object: break
        }
        return sent
    }

    private func argument(_ name: String) -> SentParameter.Value {
        guard let argument = endpoint.argument(name), let schema = expected.view(of: endpoint, "arguments", name) else {
            return .open
        }
        return .argument(argument, schema)
    }

    // MARK: - Headers

    func literalHeader(_ name: String) -> (text: String, pointer: JSONPointer)? {
        for header in request.headers where header.name.lowercased() == name.lowercased() {
            if case .value(.literal(let value)) = header.expectation { return (value.plainText, header.pointer) }
        }
        return nil
    }

    private func sendsHeader(_ name: String) -> Bool {
        (request.headers.map(\.name) + request.allowedHeaders).contains { $0.lowercased() == name.lowercased() }
    }
}
