import ContractChecking
import ContractFormat
import ContractOpenAPI
import ContractPact
import HTTPRecording
import JSONSchema

/// Holds one interaction of a Pact to the provider's document, by its examples: whether the request is accepted, and whether
/// the response is one that the document allows.
///
/// A consumer may do without members that the document requires of a response, and may not expect any that it does not
/// name. A request to which a status of the class 4xx is expected is meant to be wrong, so what it holds is not looked at.
struct InteractionAgainst {
    let interaction: PactInteraction
    let provider: ProviderDocument

    init(_ interaction: PactInteraction, _ provider: ProviderDocument) {
        self.interaction = interaction
        self.provider = provider
    }

    /// The operation that the interaction calls, if the document has it, and everything that it does not promise.
    func compared() -> (operation: OpenAPIDocument.Operation?, mismatches: [AgainstMismatch]) {
        let request = interaction.request
        let path = Template(parts: [.text(provider.pathWithoutPrefix(request.path))])
        switch provider.search.operation(request.method, path, origin: nil) {
        case .missing(let missing):
            return (nil, [missing.mismatch(path: place("request", "path"), method: place("request", "method"))])
        case .found(let operation, let match, _):
            let status = interaction.response.status ?? 200
            let parts = [
                status / 100 == 4 ? [] : parameters(operation, match) + body(operation) + security(operation),
                provider.invalidSchemas(
                    of: operation, sent: interaction.pointer, received: interaction.pointer),
                negotiation(operation), InteractionResponse(self, operation, status: status).mismatches(),
            ]
            return (operation, parts.flatMap { $0 })
        }
    }

    func place(_ tokens: String...) -> JSONPointer { JSONPointer(tokens: interaction.pointer.tokens + tokens) }

    // MARK: - Parameters

    private func parameters(_ operation: OpenAPIDocument.Operation, _ match: PathMatch) -> [AgainstMismatch] {
        let request = interaction.request
        var mismatches: [AgainstMismatch] = []
        for (name, value) in match.values {
            guard case .literal(let text) = value, let parameter = operation.parameter(name, in: .path) else {
                continue
            }
            mismatches += refused([text.removingPercentEncoding ?? text], parameter, at: place("request", "path"))
        }
        for parameter in operation.parameters where parameter.location == .query {
            let names = request.query.names.filter {
                operation.parameter(taking: $0, .query, provider)?.pointer == parameter.pointer
            }
            let place = place("request", "query")
            if names.isEmpty {
                mismatches += missing(parameter, at: place)
            } else if names == [parameter.name] {
                mismatches += refused(
                    request.query.values[parameter.name] ?? [], parameter, at: place.appending(parameter.name))
            } else if let view = parameter.schema.flatMap(provider.requests.view) {
                // The members of an object, each with a name of its own.
                var fields = FieldTree()
                for name in names {
                    let path = FieldTree.path(of: name)
                    for value in request.query.values[name] ?? [] {
                        fields.add(value, at: parameter.style == "deepObject" ? path.dropFirst() : path[...])
                    }
                }
                mismatches += refused(fields.value(view), parameter, found: names.joined(separator: ", "), at: place)
            }
        }
        for name in request.query.names where operation.parameter(taking: name, .query, provider) == nil {
            if !operation.isCredential(name, .query) { mismatches.append(unknown(name, .query, operation)) }
        }
        return mismatches + headers(operation)
    }

    private func headers(_ operation: OpenAPIDocument.Operation) -> [AgainstMismatch] {
        let headers = interaction.request.headers
        var mismatches: [AgainstMismatch] = []
        for parameter in operation.parameters
        where parameter.location == .header && !OpenAPIDocument.Parameter.isGeneral(parameter.name) {
            let values = headers[all: parameter.name]
            mismatches +=
                values.isEmpty
                ? missing(parameter, at: place("request", "headers"))
                : refused(values, parameter, at: place("request", "headers", parameter.name))
        }
        for name in headers.names
        where !OpenAPIDocument.Parameter.isGeneral(name) && operation.parameter(name, in: .header) == nil
            && !operation.isCredential(name, .header)
        {
            mismatches.append(unknown(name, .header, operation))
        }
        return mismatches
    }

    private func unknown(
        _ name: String, _ location: OpenAPIDocument.Parameter.Location, _ operation: OpenAPIDocument.Operation
    ) -> AgainstMismatch {
        let known = operation.parameters.filter { $0.location == location }.map(\.name)
        let kind = location == .query ? "query parameter" : "header"
        return AgainstMismatch(
            .missingParameter, .warning,
            "the document does not name the \(kind) '\(name)'\(Suggestion.text(for: name, among: known))",
            expected: name, found: known.isEmpty ? "none" : known.joined(separator: ", "),
            at: place("request", location == .query ? "query" : "headers", name),
            in: operation.pointer.appending("parameters"), subject: name)
    }

    private func missing(_ parameter: OpenAPIDocument.Parameter, at place: JSONPointer) -> [AgainstMismatch] {
        guard parameter.isRequired else { return [] }
        return [
            AgainstMismatch(
                .requiredParameter, .error,
                "the document requires the \(parameter.location) parameter '\(parameter.name)', which the request does not send",
                expected: parameter.name, found: "nothing", at: place, in: parameter.pointer, subject: parameter.name)
        ]
    }

    /// Reads texts as the value that a parameter's schema means, and tells where the schema does not take it.
    private func refused(
        _ texts: [String], _ parameter: OpenAPIDocument.Parameter, at place: JSONPointer
    ) -> [AgainstMismatch] {
        guard let pointer = parameter.schema, let view = provider.requests.view(at: pointer) else { return [] }
        let texts =
            texts.count == 1 && SchemaFacts([view]).types == .array && !parameter.explodes
            ? texts[0].split(separator: parameter.delimiter, omittingEmptySubsequences: false).map(String.init)
            : texts
        return refused(FieldTree.value(texts, [view]), parameter, found: texts.joined(separator: ", "), at: place)
    }

    private func refused(
        _ value: JSON, _ parameter: OpenAPIDocument.Parameter, found: String, at place: JSONPointer
    ) -> [AgainstMismatch] {
        guard let pointer = parameter.schema, let schema = provider.requests.schema(at: pointer),
            let violation = schema.violations(of: value).first
        else { return [] }
        return [
            AgainstMismatch(
                .parameter, .error,
                "the document does not allow this value of '\(parameter.name)'\(violation.instancePointer.phrase): \(violation.message)",
                expected: violation.expected ?? violation.message, found: found, at: place,
                in: violation.schemaPointer, subject: parameter.name)
        ]
    }

    private func security(_ operation: OpenAPIDocument.Operation) -> [AgainstMismatch] {
        let request = interaction.request
        return SecurityAgainst(
            operation: operation, request: place("request"), sendsHeader: { request.headers[$0] != nil },
            sendsQuery: { request.query.values[$0] != nil }
        ).mismatches()
    }

    // MARK: - Media types and the body

    /// Mismatches of the media types that the request sends and accepts.
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
                        found: offered.isEmpty ? "none" : offered.joined(separator: ", "),
                        at: place("request", "headers", "Accept"), in: operation.pointer.appending("responses"),
                        subject: "Accept"))
            }
        }
        let type = request.headers["Content-Type"]
        if type == nil, request.body.isThere, request.body.mediaType == nil, let body = operation.body {
            mismatches.append(
                AgainstMismatch(
                    .body, .warning, "the request does not say the media type of its body",
                    expected: body.content.map(\.mediaType).joined(separator: ", "), found: "no header 'Content-Type'",
                    at: place("request"), in: body.pointer, subject: "media type"))
        }
        if let type, operation.body == nil {
            mismatches.append(
                AgainstMismatch(
                    .body, .warning, "the operation takes no body, and the request names a media type",
                    expected: "none", found: type, at: place("request", "headers", "Content-Type"),
                    in: operation.pointer, subject: "media type"))
        }
        return mismatches
    }

    private func body(_ operation: OpenAPIDocument.Operation) -> [AgainstMismatch] {
        let request = interaction.request
        let place = place("request", "body")
        guard let body = operation.body else {
            guard request.body.isThere else { return [] }
            return [
                AgainstMismatch(
                    .body, .warning, "the operation takes no body", at: place, in: operation.pointer, subject: "body")
            ]
        }
        guard request.body.isThere else {
            guard body.isRequired else { return [] }
            return [
                AgainstMismatch(
                    .body, .error, "the document requires a body, and the request has none",
                    at: self.place("request"), in: body.pointer, subject: "body")
            ]
        }
        let type = request.headers["Content-Type"].map(MediaType.init) ?? request.body.mediaType
        let content = body.content.filter { content in type.map { content.covers($0.essence) } ?? content.isJSON }
        guard !content.isEmpty else {
            guard let type else { return [] }
            return [
                AgainstMismatch(
                    .body, .error, "the document does not accept the media type of the body",
                    expected: body.content.map(\.mediaType).joined(separator: ", "), found: type.essence,
                    at: request.headers["Content-Type"] == nil
                        ? place : self.place("request", "headers", "Content-Type"),
                    in: body.pointer, subject: "media type")
            ]
        }
        guard let json = json(request.body, type, content) else {
            return [unread(type, .body, at: place, in: body.pointer)]
        }
        return refused(json, content, provider.requests) { violation in
            AgainstMismatch(
                .body, .error,
                "the document refuses the body of the request\(violation.instancePointer.phrase): \(violation.message)",
                expected: violation.expected ?? violation.message,
                found: request.body.excerpt(at: violation.instancePointer),
                at: place, in: violation.schemaPointer, subject: violation.instancePointer.description)
        }
    }

    /// The body as the value that schemas are for; nil where it is of another kind.
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

    /// The violations of the schema that a body violates least.
    func refused(
        _ json: JSON, _ content: [OpenAPIDocument.Content], _ schemas: SchemaDocument,
        _ mismatch: (Violation) -> AgainstMismatch
    ) -> [AgainstMismatch] {
        var fewest: [Violation]?
        for content in content {
            // A document without a schema for the body accepts every body.
            guard let pointer = content.schema else { return [] }
            guard let schema = schemas.schema(at: pointer) else { return [] }
            let violations = schema.violations(of: json)
            if violations.isEmpty { return [] }
            if violations.count < fewest?.count ?? .max { fewest = violations }
        }
        return (fewest ?? []).map(mismatch)
    }

    func unread(
        _ type: MediaType?, _ rule: AgainstRule, at place: JSONPointer, in document: JSONPointer
    ) -> AgainstMismatch {
        AgainstMismatch(
            .undecided, .info,
            "bodies of the media type \(type?.essence ?? "of the document") are not compared: schemas are for JSON and forms",
            at: place, in: document, subject: rule.rawValue)
    }
}

extension OpenAPIDocument.Parameter {
    /// The separator of a list's elements in one value.
    fileprivate var delimiter: Character {
        switch style {
        case "spaceDelimited": " "
        case "pipeDelimited": "|"
        default: ","
        }
    }
}

extension PactBody {
    var isThere: Bool {
        switch self {
        case .unspecified, .none: false
        case .json, .text, .bytes: true
        }
    }

    func excerpt(at pointer: JSONPointer) -> String {
        switch self {
        case .json(let json): (json[pointer: pointer] ?? json).excerpt
        case .text(let text, _): JSON.string(text).excerpt
        case .bytes(let bytes, _): "\(bytes.count) bytes"
        case .unspecified, .none: "nothing"
        }
    }
}
