import ContractChecking
import ContractFormat
import ContractOpenAPI
import JSONSchema

struct SentParameter {
    enum Value {
        case texts([String])
        case argument(ArgumentContract, SchemaView)
        /// A mix of text and placeholders, or a value that the document's schema does not describe.
        case open
    }

    let name: String
    let location: OpenAPIDocument.Parameter.Location
    var value: Value
    let pointer: JSONPointer
    var isOptional = false
    /// The text between the elements of a list; `nil` if each is sent on its own.
    var separator: String?
}

struct ParameterConformance {
    let operation: OpenAPIDocument.Operation
    let provider: ProviderDocument
    let sent: [SentParameter]
    /// The severity of a query parameter that the document does not name.
    let unknownQuery: Severity
    /// Returns the pointer for a parameter that the request does not send.
    let place: (OpenAPIDocument.Parameter.Location) -> JSONPointer
    /// Whether the request may have a header, even if the contract does not state its value.
    let mayHaveHeader: (String) -> Bool

    func mismatches() -> [AgainstMismatch] {
        let others = sent.filter { $0.location != .header || !OpenAPIDocument.Parameter.isGeneral($0.name) }
        let unknown = others.filter { taking($0) == nil && [.query, .header].contains($0.location) }
        return operation.parameters.flatMap { parameter in
            let values = others.filter { taking($0)?.pointer == parameter.pointer }
            return missing(parameter, values) + refused(values, parameter)
        } + unknown.compactMap(mismatch(ofUnknown:))
    }

    private func taking(_ sent: SentParameter) -> OpenAPIDocument.Parameter? {
        operation.parameter(taking: sent.name, sent.location, provider)
    }

    private func mismatch(ofUnknown sent: SentParameter) -> AgainstMismatch? {
        if operation.isCredential(sent.name, sent.location) { return nil }
        let isQuery = sent.location == .query
        let known = operation.parameters.filter { $0.location == sent.location }.map(\.name)
        let hint = Suggestion.text(for: sent.name, among: known)
        return AgainstMismatch(
            .missingParameter, isQuery ? unknownQuery : .warning,
            "the document does not name the \(isQuery ? "query parameter" : "header") '\(sent.name)'\(hint)",
            expected: sent.name, found: known.listed, at: sent.pointer, in: operation.pointer.appending("parameters"),
            subject: sent.name)
    }

    private func missing(_ parameter: OpenAPIDocument.Parameter, _ values: [SentParameter]) -> [AgainstMismatch] {
        guard parameter.isRequired, values.allSatisfy(\.isOptional) else { return [] }
        switch parameter.location {
        case .path: return []
        case .query: break
        case .header:
            if OpenAPIDocument.Parameter.isGeneral(parameter.name) { return [] }
            if values.isEmpty, mayHaveHeader(parameter.name) { return [] }
        case .cookie:
            if mayHaveHeader("Cookie") { return [] }
        }
        let name = "the \(parameter.location) parameter '\(parameter.name)'"
        let isSent = !values.isEmpty
        return [
            AgainstMismatch(
                .requiredParameter, isSent ? .warning : .error,
                "the document requires \(name), which \(isSent ? "is left out with its argument" : "the request does not send")",
                expected: parameter.name, found: isSent ? "an optional argument" : "nothing",
                at: values.first?.pointer ?? place(parameter.location), in: parameter.pointer, subject: parameter.name)
        ]
    }

    private func refused(_ values: [SentParameter], _ parameter: OpenAPIDocument.Parameter) -> [AgainstMismatch] {
        guard let offered = OfferedValue(parameter, provider) else { return [] }
        // The members of an object, each sent under its own name.
        guard values.contains(where: { !parameter.location.isSame($0.name, parameter.name) }) else {
            return values.flatMap(offered.mismatches)
        }
        var fields = FieldTree()
        for sent in values {
            guard case .texts(let texts) = sent.value else { return [] }
            let path = FieldTree.path(of: sent.name)
            for text in texts {
                fields.add(text, at: parameter.style == "deepObject" ? path.dropFirst() : path[...])
            }
        }
        guard let violation = offered.violation(of: fields.value(offered.view)) else { return [] }
        let found = values.map(\.name).joined(separator: ", ")
        return [offered.mismatch(of: violation, found: found, at: place(parameter.location))]
    }
}

extension OpenAPIDocument.Parameter {
    /// Whether a request header belongs to HTTP itself or is described elsewhere in OpenAPI.
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

extension OpenAPIDocument.Operation {
    /// Returns the parameter with this name, or the one whose exploded object has a member with this name.
    fileprivate func parameter(
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

    fileprivate func isCredential(_ name: String, _ location: OpenAPIDocument.Parameter.Location) -> Bool {
        security.flatMap(\.schemes).contains { scheme in
            guard case .apiKey(let key, let place) = scheme.kind else { return false }
            return place == location && location.isSame(key, name)
        }
    }
}
