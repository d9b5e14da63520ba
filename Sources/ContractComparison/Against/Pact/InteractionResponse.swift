import ContractChecking
import ContractOpenAPI
import ContractPact
import HTTPRecording
import JSONSchema

struct InteractionResponse {
    let context: InteractionConformance
    let operation: OpenAPIDocument.Operation
    let status: Int
    private var expected: PactResponse { context.interaction.response }
    private var provider: ProviderDocument { context.provider }

    func mismatches() -> [AgainstMismatch] {
        let place = context.place("response", "status")
        guard let response = operation.response(status: status) else {
            return [.unlisted("\(status)", .error, at: place, operation)]
        }
        var mismatches: [AgainstMismatch] = []
        if response.status == .default {
            mismatches.append(
                AgainstMismatch(
                    .status, .warning, "the document lists no status \(status); only its default response describes it",
                    expected: "\(status)", found: operation.responses.map(\.status.description).listed, at: place,
                    in: response.pointer, subject: "\(status)"))
        }
        return mismatches + headers(response) + body(response)
    }

    // MARK: - Headers

    private func headers(_ response: OpenAPIDocument.Response) -> [AgainstMismatch] {
        var mismatches: [AgainstMismatch] = []
        for name in expected.headers.names where name.lowercased() != "content-type" {
            let place = context.place("response", "headers", name)
            guard let header = response.headers.first(where: { $0.name.lowercased() == name.lowercased() }) else {
                let isGeneral = Self.general.contains(name.lowercased())
                let known = response.headers.map(\.name)
                mismatches.append(
                    AgainstMismatch(
                        .responseHeader, isGeneral ? .warning : .error,
                        "the document does not promise the header '\(name)'\(Suggestion.text(for: name, among: known))",
                        expected: name, found: known.listed, at: place, in: response.pointer, subject: name))
                continue
            }
            guard let pointer = header.schema, let view = provider.expected.view(at: pointer),
                let schema = provider.expected.schema(at: pointer)
            else { continue }
            let text = expected.headers[all: name].joined(separator: ", ")
            let texts =
                SchemaFacts([view]).types == .array
                ? text.split(separator: ",").map { String($0.drop { $0 == " " }) } : [text]
            if let violation = schema.violations(of: FieldTree.value(texts, [view])).first {
                mismatches.append(
                    AgainstMismatch(
                        .responseHeader, .error, "the document does not allow this value of the header '\(name)'",
                        violation, found: text, at: place, subject: name))
            }
        }
        return mismatches
    }

    /// Headers that any server may send, from RFC 9110–9112, 6265, 6797, 8288 and CORS.
    private static let general: Set<String> = [
        "accept-ranges", "access-control-allow-credentials", "access-control-allow-headers",
        "access-control-allow-methods", "access-control-allow-origin", "access-control-expose-headers",
        "access-control-max-age", "age", "allow", "cache-control", "connection", "content-disposition",
        "content-encoding", "content-language", "content-length", "content-location", "content-range", "date", "etag",
        "expires", "keep-alive", "last-modified", "link", "location", "pragma", "proxy-authenticate", "retry-after",
        "server", "set-cookie", "strict-transport-security", "trailer", "transfer-encoding", "upgrade", "vary", "via",
        "warning", "www-authenticate",
    ]

    // MARK: - Body

    private func body(_ response: OpenAPIDocument.Response) -> [AgainstMismatch] {
        let header = expected.headers["Content-Type"]
        let place = header == nil ? context.place("response") : context.place("response", "headers", "Content-Type")
        let type = header.map(MediaType.init) ?? expected.body.mediaType
        var mismatches: [AgainstMismatch] = []
        if response.content.isEmpty {
            let produced = provider.document.produced(by: operation)
            if let header, let type, !produced.contains(where: type.essence.isMediaType) {
                mismatches.append(
                    AgainstMismatch(
                        .content, produced.isEmpty ? .warning : .error,
                        "the document does not name this media type for a response of status \(status)",
                        expected: header, found: produced.listed,
                        at: place, in: response.pointer, subject: "media type"))
            }
            if expected.body.bytes != nil {
                mismatches.append(.noBody(at: context.place("response", "body"), response))
            }
            return mismatches
        }
        let content = response.content.filter { content in type.map { content.covers($0.essence) } ?? true }
        guard !content.isEmpty else { return [.notOffered(type?.essence, at: place, response)] }
        guard expected.body.bytes != nil else { return [] }
        let read = content.filter(\.isJSON)
        guard case .json(let json) = expected.body, !read.isEmpty else {
            return [context.unread(type, .response, at: context.place("response", "body"), in: response.pointer)]
        }
        return body(json, read)
    }

    private func body(_ json: JSON, _ content: [OpenAPIDocument.Content]) -> [AgainstMismatch] {
        let place = context.place("response", "body")
        let refused = context.refused(json, content, provider.expected) { violation in
            AgainstMismatch(
                .response, .error, "the document does not allow the expected response", violation,
                found: Excerpt.of(json[pointer: violation.instancePointer] ?? json),
                at: JSONPointer(tokens: place.tokens + violation.instancePointer.tokens))
        }
        guard refused.isEmpty else { return refused }
        let views = content.compactMap(\.schema).compactMap(provider.expected.view)
        return undeclared(in: json, views.map { [$0] }, at: .root).map { pointer, view in
            AgainstMismatch(
                .undeclared, .error,
                "the document does not name the member that the interaction expects\(pointer.phrase)",
                expected: pointer.tokens.last, found: "no such property",
                at: JSONPointer(tokens: place.tokens + pointer.tokens), in: view.pointer, subject: pointer.description)
        }
    }

    /// Returns the members that no schema names, where the schemas name others and are not explicitly open.
    ///
    /// - Parameter schemas: the alternatives, each a conjunction of schemas.
    private func undeclared(
        in json: JSON, _ schemas: [[SchemaView]], at pointer: JSONPointer
    ) -> [(JSONPointer, SchemaView)] {
        let alternatives = schemas.flatMap { SchemaAlternatives().alternatives(of: $0) }
        guard !alternatives.isEmpty, !alternatives.contains(where: \.isUnknown) else { return [] }
        switch json {
        case .object(let members):
            let objects = alternatives.filter { $0.types.contains(.object) }
            let isOpen = objects.contains { facts in
                facts.declaredNames.isEmpty || facts.additional?.contains { $0.json != false } ?? false
            }
            return members.flatMap { name, value -> [(JSONPointer, SchemaView)] in
                let inner = objects.map { $0.member(name) }.filter(\.isDeclared)
                let place = pointer.appending(name)
                if !inner.isEmpty { return undeclared(in: value, inner.map(\.schemas), at: place) }
                return isOpen ? [] : objects.prefix(1).flatMap { $0.sources.prefix(1) }.map { (place, $0) }
            }
        case .array(let elements):
            let arrays = alternatives.filter { $0.types.contains(.array) }
            return elements.enumerated().flatMap { index, element -> [(JSONPointer, SchemaView)] in
                let inner = arrays.map { $0.element(at: index) }
                let isOpen = inner.contains(where: \.isEmpty)
                return isOpen ? [] : undeclared(in: element, inner, at: pointer.appending(index))
            }
        case .null, .bool, .number, .string: return []
        }
    }
}
