import ContractChecking
import ContractFormat
import ContractOpenAPI
import JSONSchema

/// Holds the path, the query and the headers of a request to the parameters of an operation.
struct ParametersAgainst {
    private let against: EndpointAgainst
    private let operation: OpenAPIDocument.Operation

    init(_ against: EndpointAgainst, _ operation: OpenAPIDocument.Operation) {
        self.against = against
        self.operation = operation
    }

    func mismatches(_ match: PathMatch) -> [AgainstMismatch] {
        let request = against.request
        var mismatches: [AgainstMismatch] = []
        for (name, value) in match.values {
            guard let parameter = operation.parameter(name, in: .path) else { continue }
            let place = request.pointer(to: .path)
            switch value {
            case .literal(let text): mismatches += literal(text, parameter, at: place)
            case .argument(let name): mismatches += argument(name, parameter, at: place)
            case .composed: break
            }
        }
        for query in request.query { mismatches += sent(query, .query) }
        for header in request.headers where !OpenAPIDocument.Parameter.isGeneral(header.name) {
            mismatches += sent(header, .header)
        }
        return mismatches + operation.parameters.flatMap(missing)
    }

    // MARK: - What is sent

    private func sent(
        _ value: NamedExpectation, _ location: OpenAPIDocument.Parameter.Location
    ) -> [AgainstMismatch] {
        guard let parameter = operation.parameter(taking: value.name, location, against.provider) else {
            if operation.isCredential(value.name, location) { return [] }
            let known = operation.parameters.filter { $0.location == location }.map(\.name)
            let kind = location == .query ? "query parameter" : "header"
            return [
                AgainstMismatch(
                    .missingParameter, location == .query ? .error : .warning,
                    "the document does not name the \(kind) '\(value.name)'\(Suggestion.text(for: value.name, among: known))",
                    expected: value.name, found: known.isEmpty ? "none" : known.joined(separator: ", "),
                    at: value.pointer, in: operation.pointer.appending("parameters"))
            ]
        }
        guard parameter.name == value.name || location == .header else { return [] }
        switch value.expectation {
        case .value(.literal(let json)): return literal(json.plainText, parameter, at: value.pointer)
        case .value(.template(let template)):
            // An argument's schema describes only a value that is sent unchanged.
            guard let slot = template.soleSlot, slot.form == nil, case .name(let name) = slot.placeholder else {
                return []
            }
            return argument(name, parameter, at: value.pointer)
        case .value(.array), .value(.object), .schema: return []
        }
    }

    // MARK: - Values

    private func literal(
        _ text: String, _ parameter: OpenAPIDocument.Parameter, at place: JSONPointer
    ) -> [AgainstMismatch] {
        guard let pointer = parameter.schema, let schema = against.provider.requests.schema(at: pointer),
            !isAccepted(text, schema)
        else { return [] }
        // A reading of the right type gives the more precise violation.
        let violations = FieldTree.readings(of: text).compactMap { schema.violations(of: $0).first }
        let violation = violations.first { $0.keyword != "type" } ?? violations.first
        return [
            AgainstMismatch(
                .parameter, .error, "the document does not allow this value of '\(parameter.name)'",
                expected: violation?.expected ?? violation?.message, found: text, at: place, in: pointer,
                subject: parameter.name)
        ]
    }

    private func argument(
        _ name: String, _ parameter: OpenAPIDocument.Parameter, at place: JSONPointer
    ) -> [AgainstMismatch] {
        guard let pointer = parameter.schema, let offered = against.provider.requests.view(at: pointer),
            let schema = against.provider.requests.schema(at: pointer), let argument = against.endpoint.argument(name),
            let sent = against.expected.argument(name, of: against.endpoint), !argument.isSecret
        else { return [] }
        // A schema does not define the text form of an object.
        let shapes = SchemaAlternatives().alternatives(of: [offered])
        if !shapes.isEmpty, shapes.allSatisfy({ $0.types == .object }) {
            return [
                AgainstMismatch(
                    .undecided, .info,
                    "whether the document accepts every text of '\(parameter.name)' could not be decided: it is an object",
                    at: argument.schema.pointer, in: pointer, subject: parameter.name)
            ]
        }
        for gap in against.provider.subsumption.gaps(sent, within: offered) {
            guard case .contradicted(let witness, let violation) = gap.verdict,
                !isAccepted(witness.plainText, schema)
            else { continue }
            return [
                AgainstMismatch(
                    .parameter, .warning,
                    "the argument '\(name)' may be what the document does not allow for '\(parameter.name)'",
                    expected: violation.expected ?? violation.message, found: witness.excerpt,
                    at: argument.schema.pointer, in: violation.schemaPointer, subject: parameter.name)
            ]
        }
        return []
    }

    /// Returns whether a text in a URL or a header can be read as a value that the schema accepts.
    private func isAccepted(_ text: String, _ schema: Schema) -> Bool {
        let readings = FieldTree.readings(of: text)
        if readings.contains(where: schema.accepts) || readings.contains(where: { schema.accepts([$0]) }) {
            return true
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return schema.accepts(.array(parts.map(JSON.string)))
            || schema.accepts(.array(parts.map { JSONNumber(text: $0).map(JSON.number) ?? .string($0) }))
    }

    // MARK: - What is missing

    private func missing(_ parameter: OpenAPIDocument.Parameter) -> [AgainstMismatch] {
        guard parameter.isRequired else { return [] }
        let sent: [NamedExpectation]
        switch parameter.location {
        case .path: return []
        case .query:
            sent = against.request.query.filter {
                operation.parameter(taking: $0.name, .query, against.provider)?.pointer == parameter.pointer
            }
        case .header:
            if OpenAPIDocument.Parameter.isGeneral(parameter.name) { return [] }
            sent = against.request.headers.filter { $0.name.lowercased() == parameter.name.lowercased() }
            if sent.isEmpty, against.sendsHeader(parameter.name) { return [] }
        case .cookie:
            // The content of a Cookie header is not compared.
            if against.sendsHeader("Cookie") { return [] }
            sent = []
        }
        let isOptional = sent.allSatisfy { value in
            guard case .value(let template) = value.expectation else { return false }
            return ExpectedSchemas.mayBeLeftOut(template, against.endpoint)
        }
        guard isOptional else { return [] }
        let name = "the \(parameter.location) parameter '\(parameter.name)'"
        return [
            AgainstMismatch(
                .requiredParameter, sent.isEmpty ? .error : .warning,
                sent.isEmpty
                    ? "the document requires \(name), which the request does not send"
                    : "the document requires \(name), which is left out with its argument",
                expected: parameter.name, found: sent.isEmpty ? "nothing" : "an optional argument",
                at: sent.first?.pointer ?? against.request.pointer, in: parameter.pointer, subject: parameter.name)
        ]
    }
}

extension OpenAPIDocument.Operation {
    /// The parameter that takes a name: its own, or that of a member of an object that is spread over the query.
    func parameter(
        taking name: String, _ location: OpenAPIDocument.Parameter.Location, _ provider: ProviderDocument
    ) -> OpenAPIDocument.Parameter? {
        if let parameter = parameter(name, in: location) { return parameter }
        guard location == .query else { return nil }
        return parameters.first { parameter in
            guard parameter.location == .query else { return false }
            if parameter.style == "deepObject" { return name.hasPrefix(parameter.name + "[") }
            guard parameter.explodes, let view = parameter.schema.flatMap(provider.requests.view) else { return false }
            return SchemaAlternatives().alternatives(of: [view]).contains {
                $0.declaredNames.contains(name)
                    || $0.types == .object && $0.additional?.contains { $0.json != false } ?? false
            }
        }
    }

    /// Returns whether a name is that of a key by which calls are authenticated.
    func isCredential(_ name: String, _ location: OpenAPIDocument.Parameter.Location) -> Bool {
        security.flatMap(\.schemes).contains { scheme in
            guard case .apiKey(let key, let place) = scheme.kind else { return false }
            return place == location && location.isSame(key, name)
        }
    }
}

extension OpenAPIDocument.Parameter {
    /// Returns whether OpenAPI describes a request header in other ways, or it belongs to HTTP itself.
    static func isGeneral(_ name: String) -> Bool {
        [
            "accept", "accept-charset", "accept-datetime", "accept-encoding", "accept-language", "authorization",
            "cache-control", "connection", "content-length", "content-md5", "content-type", "cookie", "date", "expect",
            "forwarded", "from", "host", "if-match", "if-modified-since", "if-none-match", "if-range",
            "if-unmodified-since", "max-forwards", "origin", "pragma", "proxy-authorization", "range", "referer", "te",
            "upgrade", "user-agent", "via", "warning",
        ].contains(name.lowercased())
    }
}
