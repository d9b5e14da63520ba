import ContractChecking
import ContractFormat
import ContractOpenAPI
import ContractPact
import HTTPRecording
import JSONSchema

/// Compares the examples of one Pact interaction with the provider's document.
///
/// A consumer may omit response members that the document requires, but may expect only members that it names. If the
/// interaction expects a 4xx status, its request is deliberately invalid and is not checked.
struct InteractionConformance {
    let interaction: PactInteraction
    let provider: ProviderDocument

    func compared() -> (operation: OpenAPIDocument.Operation?, mismatches: [AgainstMismatch]) {
        let request = interaction.request
        let path = Template(parts: [.text(provider.pathWithoutPrefix(request.path))])
        let places = (path: place("request", "path"), method: place("request", "method"))
        switch provider.search.operation(request.method, path, origin: nil, at: places) {
        case .missing(let mismatch): return (nil, [mismatch])
        case .found(let candidates):
            let (operation, match) = candidates[0]
            let status = interaction.response.status ?? 200
            let parts = [
                status / 100 == 4 ? [] : parameters(operation, match) + body(operation) + security(operation),
                provider.invalidSchemas(of: operation, sent: interaction.pointer, received: interaction.pointer),
                negotiation(operation),
                InteractionResponse(context: self, operation: operation, status: status).mismatches(),
            ]
            return (operation, parts.flatMap(\.self))
        }
    }

    func place(_ tokens: String...) -> JSONPointer { JSONPointer(tokens: interaction.pointer.tokens + tokens) }

    private func parameters(_ operation: OpenAPIDocument.Operation, _ match: PathMatch) -> [AgainstMismatch] {
        let request = interaction.request
        var sent: [SentParameter] = []
        func add(
            _ name: String, _ location: OpenAPIDocument.Parameter.Location, _ texts: [String], _ place: JSONPointer
        ) {
            sent.append(SentParameter(name: name, location: location, value: .texts(texts), pointer: place))
        }
        for (name, value) in match.values {
            guard case .literal(let text) = value else { continue }
            add(name, .path, [text.percentDecoded ?? text], place("request", "path"))
        }
        for name in request.query.names {
            add(name, .query, request.query.values[name] ?? [], place("request", "query", name))
        }
        for name in request.headers.names {
            add(name, .header, request.headers[all: name], place("request", "headers", name))
        }
        return ParameterConformance(
            operation: operation, provider: provider, sent: sent, unknownQuery: .warning,
            place: { $0 == .query ? place("request", "query") : place("request", "headers") },
            mayHaveHeader: { $0 == "Cookie" }
        ).mismatches()
    }

    private func security(_ operation: OpenAPIDocument.Operation) -> [AgainstMismatch] {
        let request = interaction.request
        return SecurityConformance(
            operation: operation, request: place("request"), sendsHeader: { request.headers[$0] != nil },
            sendsQuery: { request.query.values[$0] != nil }
        ).mismatches()
    }

    // MARK: - Media types and the body

    private func negotiation(_ operation: OpenAPIDocument.Operation) -> [AgainstMismatch] {
        let request = interaction.request
        var mismatches: [AgainstMismatch] = []
        if let accept = request.headers["Accept"] {
            let offered =
                operation.responses.flatMap { $0.content.map(\.mediaType) } + provider.document.produced(by: operation)
            let wanted = accept.split(separator: ",").map { MediaType(String($0)).essence }
            let isMet = wanted.contains { wanted in
                offered.contains { wanted.isMediaType(within: $0) || $0.isMediaType(within: wanted) }
            }
            if offered.isEmpty || !isMet {
                mismatches.append(
                    AgainstMismatch(
                        .content, offered.isEmpty ? .warning : .error,
                        "the document offers none of the media types that the request accepts", expected: accept,
                        found: offered.listed, at: place("request", "headers", "Accept"),
                        in: operation.pointer.appending("responses"), subject: "Accept"))
            }
        }
        let type = request.headers["Content-Type"]
        if type == nil, request.body.bytes != nil, request.body.mediaType == nil, let body = operation.body {
            mismatches.append(
                AgainstMismatch(
                    .body, .warning, "the request does not declare the media type of its body",
                    expected: body.content.map(\.mediaType).joined(separator: ", "), found: "no header 'Content-Type'",
                    at: place("request"), in: body.pointer, subject: "media type"))
        }
        if let type, operation.body == nil {
            mismatches.append(
                AgainstMismatch(
                    .body, .warning, "the operation takes no body, but the request declares a media type",
                    expected: "none", found: type, at: place("request", "headers", "Content-Type"),
                    in: operation.pointer, subject: "media type"))
        }
        return mismatches
    }

    private func body(_ operation: OpenAPIDocument.Operation) -> [AgainstMismatch] {
        let request = interaction.request
        let place = place("request", "body")
        guard let body = operation.body else {
            return request.body.bytes != nil ? [operation.unwantedBody(.warning, at: place)] : []
        }
        guard request.body.bytes != nil else { return operation.missingBody(at: self.place("request")) }
        let type = request.headers["Content-Type"].map(MediaType.init) ?? request.body.mediaType
        let content = body.content.filter { content in type.map { content.covers($0.essence) } ?? content.isJSON }
        guard !content.isEmpty else {
            let header = request.headers["Content-Type"].map { _ in self.place("request", "headers", "Content-Type") }
            return type.map { [body.mismatch(of: $0.essence, at: header ?? place)] } ?? []
        }
        guard let json = json(request.body, type, content) else {
            return [unread(type, .body, at: place, in: body.pointer)]
        }
        return refused(json, content, provider.requests) { violation in
            AgainstMismatch(
                .body, .error, "the document refuses the body of the request", violation,
                found: request.body.excerpt(at: violation.instancePointer), at: place)
        }
    }

    private func json(_ body: PactBody, _ type: MediaType?, _ content: [OpenAPIDocument.Content]) -> JSON? {
        switch body {
        case .json(let json): return json
        case .text(let text, _) where type?.isForm ?? false:
            var fields = FieldTree()
            for pair in FormPair.parse(Array(text.utf8)[...], plusIsSpace: true) {
                fields.add(pair.valueText, at: FieldTree.path(of: pair.nameText)[...])
            }
            let views = content.compactMap(\.schema).compactMap(provider.requests.view)
            return views.first.map(fields.value)
        case .text, .bytes, .none, .unspecified: return nil
        }
    }

    func refused(
        _ json: JSON, _ content: [OpenAPIDocument.Content], _ schemas: SchemaDocument,
        _ mismatch: (Violation) -> AgainstMismatch
    ) -> [AgainstMismatch] {
        // A document without a schema for the body accepts every body.
        let violations = content.map { content in
            content.schema.flatMap { schemas.schema(at: $0) }?.violations(of: json) ?? []
        }
        return (violations.min { $0.count < $1.count } ?? []).map(mismatch)
    }

    func unread(
        _ type: MediaType?, _ rule: AgainstRule, at place: JSONPointer, in document: JSONPointer
    ) -> AgainstMismatch {
        AgainstMismatch(
            .undecided, .info,
            "bodies of the media type \(type?.essence ?? "of the document") are not compared: schemas describe only JSON and forms",
            at: place, in: document, subject: rule.rawValue)
    }
}

extension PactBody {
    func excerpt(at pointer: JSONPointer) -> String {
        switch self {
        case .json(let json): Excerpt.of(json[pointer: pointer] ?? json)
        case .text(let text, _): Excerpt.of(.string(text))
        case .bytes(let bytes, _): "\(bytes.count) bytes"
        case .unspecified, .none: "nothing"
        }
    }
}
