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
        let unknown = others.filter { taking($0) == nil && $0.location != .path }
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

    // MARK: - Values

    private func refused(_ values: [SentParameter], _ parameter: OpenAPIDocument.Parameter) -> [AgainstMismatch] {
        guard let pointer = parameter.schema, let view = provider.requests.view(at: pointer) else { return [] }
        // The members of an object, each sent under its own name.
        if values.contains(where: { !parameter.location.isSame($0.name, parameter.name) }) {
            var fields = FieldTree()
            for sent in values {
                guard case .texts(let texts) = sent.value else { return [] }
                let path = FieldTree.path(of: sent.name)
                for text in texts {
                    fields.add(text, at: parameter.style == "deepObject" ? path.dropFirst() : path[...])
                }
            }
            return violation(of: fields.value(view), pointer).map {
                [
                    mismatch(
                        of: parameter, $0, found: values.map(\.name).joined(separator: ", "),
                        at: place(parameter.location))
                ]
            } ?? []
        }
        return values.flatMap { sent -> [AgainstMismatch] in
            switch sent.value {
            case .texts(let texts):
                violation(of: texts, parameter, view).map {
                    [mismatch(of: parameter, $0, found: texts.joined(separator: ", "), at: sent.pointer)]
                } ?? []
            case .argument(let argument, let schema): refused(sent, argument, schema, parameter, view)
            case .open: []
            }
        }
    }

    private func mismatch(
        of parameter: OpenAPIDocument.Parameter, _ violation: Violation, found: String, at place: JSONPointer
    ) -> AgainstMismatch {
        AgainstMismatch(
            .parameter, .error, "the document does not allow this value of '\(parameter.name)'", violation,
            found: found, at: place, subject: parameter.name)
    }

    private func violation(of value: JSON, _ schema: JSONPointer) -> Violation? {
        provider.requests.schema(at: schema)?.violations(of: value).first
    }

    private func violation(
        of texts: [String], _ parameter: OpenAPIDocument.Parameter, _ view: SchemaView
    ) -> Violation? {
        let isList = texts.count == 1 && !parameter.explodes && SchemaFacts([view]).types == .array
        let parts = texts.flatMap { text in
            isList
                ? text.split(separator: parameter.delimiter, omittingEmptySubsequences: false).map(String.init) : [text]
        }
        return violation(of: FieldTree.value(parts, [view]), view.pointer)
    }

    private func mismatch(
        ofSeparator sent: SentParameter, _ parameter: OpenAPIDocument.Parameter
    ) -> AgainstMismatch? {
        guard [.query, .header].contains(parameter.location), parameter.style != "deepObject" else { return nil }
        func words(_ separator: String?) -> String {
            separator.map { "one text with '\($0)' between the elements" } ?? "each element on its own"
        }
        // Repeated header fields mean the same as commas (RFC 9110).
        let isQuery = parameter.location == .query
        let own = words(sent.separator ?? (isQuery ? nil : ","))
        let other = words(isQuery && parameter.explodes ? nil : String(parameter.delimiter))
        if own == other { return nil }
        return AgainstMismatch(
            .parameter, .error, "the document expects the list '\(parameter.name)' in a different style",
            expected: own, found: other, at: sent.pointer, in: parameter.pointer, subject: parameter.name)
    }

    private func refused(
        _ sent: SentParameter, _ argument: ArgumentContract, _ schema: SchemaView,
        _ parameter: OpenAPIDocument.Parameter, _ view: SchemaView
    ) -> [AgainstMismatch] {
        if argument.isSecret { return [] }
        // JSON Schema does not define how objects are serialized as text.
        let shapes = SchemaAlternatives().alternatives(of: [view])
        if !shapes.isEmpty, shapes.allSatisfy({ $0.types == .object }) {
            return [
                AgainstMismatch(
                    undecided: "the document accepts every string for '\(parameter.name)'", because: "it is an object",
                    at: argument.schema.pointer, in: view.pointer, subject: parameter.name)
            ]
        }
        let isList = shapes.contains { $0.types.contains(.array) }
        // Joined elements are one text for any other type.
        if sent.separator != nil, !isList { return [] }
        if isList, SchemaAlternatives().alternatives(of: [schema]).contains(where: { $0.types.contains(.array) }),
            let mismatch = mismatch(ofSeparator: sent, parameter)
        {
            return [mismatch]
        }
        for gap in provider.subsumption.gaps(schema, within: view) {
            guard case .contradicted(let witness, let reason) = gap.verdict,
                violation(of: witness.arrayValue?.map(\.plainText) ?? [witness.plainText], parameter, view) != nil
            else { continue }
            return [
                AgainstMismatch(
                    .parameter, .warning,
                    "the argument '\(argument.name)' may have a value that the document does not allow for '\(parameter.name)'",
                    expected: reason.expectation, found: Excerpt.of(witness), at: argument.schema.pointer,
                    in: reason.schemaPointer, subject: parameter.name)
            ]
        }
        return []
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

    fileprivate var delimiter: Character {
        switch style {
        case "spaceDelimited": " "
        case "pipeDelimited": "|"
        default: ","
        }
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
