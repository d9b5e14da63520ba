import ContractChecking
import ContractFormat
import ContractOpenAPI
import HTTPRecording
import JSONSchema

struct BodyConformance {
    let context: EndpointConformance
    let operation: OpenAPIDocument.Operation

    func mismatches() -> [AgainstMismatch] {
        let request = context.request
        let sent: String
        switch request.body {
        case .none: return operation.missingBody(at: context.request.bodyPointer)
        case .form: sent = "application/x-www-form-urlencoded"
        case .json, .schema: sent = "application/json"
        case .graphql:
            // GraphQL over GET has no body: the operation is in the query.
            if request.method == "GET" { return [] }
            sent = "application/json"
        case .text: sent = "text/plain"
        case .bytes: sent = "application/octet-stream"
        case .xml:
            sent = operation.body?.content.first { MediaType($0.mediaType).isXML }?.mediaType ?? "application/xml"
        case .multipart: sent = "multipart/form-data"
        }
        guard let body = operation.body else {
            return [operation.unwantedBody(.error, at: context.request.bodyPointer)]
        }
        let header = context.literalHeader("Content-Type")
        let mediaType = header.map { MediaType($0.text).essence } ?? sent
        guard let content = body.content.first(where: { $0.covers(mediaType) }) else {
            return [body.mismatch(of: mediaType, at: header?.pointer ?? request.bodyPointer)]
        }
        guard let pointer = content.schema, let offered = context.provider.requests.view(at: pointer) else { return [] }
        if case .form(let fields) = request.body {
            return mismatches(of: fields.map { context.sent($0, .query) }, "form", offered, content)
        }
        if case .multipart(let parts) = request.body {
            return mismatches(of: parts.map(context.sent), "multipart body", offered, content)
        }
        guard content.isJSON, let view = context.expected.view(of: context.endpoint, "body") else { return [] }
        return context.provider.subsumption.gaps(view, within: offered).compactMap(mismatch)
    }

    /// Returns the mismatch for a body that the document rejects. Arguments' schemas yield warnings.
    private func mismatch(_ gap: Subsumption.Gap) -> AgainstMismatch? {
        let isWritten = context.expected.isWritten(gap.left.pointer)
        let place = isWritten ? gap.left.pointer : context.request.bodyPointer
        let question = "the document accepts every body\(gap.instance.phrase)"
        switch gap.verdict {
        case .contradicted(let witness, let violation):
            if isSecret(gap.instance) { return nil }
            if let open = openReason(gap.instance, witness, violation) {
                return AgainstMismatch(
                    undecided: question, because: open, at: place, in: violation.schemaPointer,
                    subject: gap.keyword + gap.instance.description)
            }
            let isOfArgument = isWritten && gap.left.pointer.tokens.dropFirst(2).first == "arguments"
            return AgainstMismatch(
                .body, isOfArgument ? .warning : .error,
                "the request may send a body that the document refuses\(gap.instance.phrase): \(violation.message)",
                expected: violation.expectation, found: Excerpt.of(witness), at: place,
                in: violation.schemaPointer, subject: gap.instance.description)
        case .undeclared: return nil
        case .undecided(let reason):
            return AgainstMismatch(
                undecided: question, because: reason, at: place, in: gap.right.pointer,
                subject: gap.keyword + gap.instance.description)
        }
    }

    /// Returns the argument that supplies a member of the body unchanged, or the whole body if `name` is `nil`.
    private func argument(at name: String?) -> ArgumentContract? {
        guard case .json(let body) = context.request.body else { return nil }
        let value: TemplateValue?
        switch (body, name) {
        case (.object(let members), let name?): value = members.first { $0.name == name }?.value
        case (_, nil), (.template, _): value = body
        case (.literal, _), (.array, _): value = nil
        }
        guard case .template(let template)? = value else { return nil }
        return template.solePlaceholder?.argument.flatMap { context.endpoint.argument($0) }
    }

    private func isSecret(_ instance: JSONPointer) -> Bool {
        instance.tokens.first.flatMap { argument(at: $0)?.isSecret } ?? false
    }

    /// Returns the reason why a rejected body is undecided, or `nil` if it contradicts the contract.
    private func openReason(_ instance: JSONPointer, _ witness: JSON, _ violation: Violation) -> String? {
        func isOpen(_ name: String?) -> Bool { argument(at: name)?.schema.view.json == true }
        let whole = "the contract does not describe its argument"
        if isOpen(nil) || instance.tokens.first.map({ isOpen($0) }) ?? false { return whole }
        guard case .json(.object(let members)) = context.request.body, instance.tokens.isEmpty else { return nil }
        switch violation.keyword {
        case "required":
            let missing = members.filter { witness[$0.name] == nil && isOpen($0.name) }
            return missing.isEmpty ? nil : whole
        case "minProperties":
            return members.allSatisfy { context.endpoint.mayBeLeftOut($0.value) }
                ? "a contract cannot express how many of the arguments are passed" : nil
        default: return nil
        }
    }

    private func mismatches(
        of fields: [SentParameter], _ kind: String, _ offered: SchemaView, _ content: OpenAPIDocument.Content
    ) -> [AgainstMismatch] {
        let shapes = SchemaAlternatives().alternatives(of: [offered])
        guard let first = shapes.first, !shapes.contains(where: \.isUnknown) else { return [] }
        let names = Set(fields.map(\.name))
        let required = first.required.filter { name in shapes.allSatisfy { $0.requires(name) } }
        let declared = Set(shapes.flatMap { $0.declaredNames + $0.required })
        let isOpen = shapes.contains { $0.additional?.contains { $0.json != false } ?? false }
        let missing = required.filter { !names.contains($0) }.map { name in
            AgainstMismatch(
                .body, .error, "the document requires the field '\(name)', which the \(kind) does not have",
                expected: name, found: fields.map(\.name).joined(separator: ", "), at: context.request.bodyPointer,
                in: offered.pointer, subject: name)
        }
        let unknown = fields.filter { !isOpen && !declared.isEmpty && !declared.contains($0.name) }.map { field in
            AgainstMismatch(
                .body, .warning,
                "the document does not name the field '\(field.name)'\(Suggestion.text(for: field.name, among: declared.sorted()))",
                at: field.pointer, in: offered.pointer, subject: field.name)
        }
        return missing + unknown + fields.flatMap { value(of: $0.name, in: shapes, content)?.mismatches(of: $0) ?? [] }
    }

    /// Returns the value of a field, or `nil` if the document does not describe it by one schema.
    private func value(of name: String, in shapes: [SchemaFacts], _ content: OpenAPIDocument.Content) -> OfferedValue? {
        let members = shapes.map { $0.member(name) }
        guard members.count == 1, members[0].isDeclared, members[0].schemas.count == 1 else { return nil }
        // The styles of parts are not compared: OpenAPI 3.0 ignores them, and so do imports.
        let isForm = content.mediaType == "application/x-www-form-urlencoded"
        let encoding = context.provider.document[content.pointer.appending("encoding").appending(name)]
        return OfferedValue(field: name, members[0].schemas[0], encoding: isForm ? encoding : nil, context.provider)
    }
}

extension OpenAPIDocument.Operation {
    func missingBody(at place: JSONPointer) -> [AgainstMismatch] {
        guard let body, body.isRequired else { return [] }
        return [
            AgainstMismatch(
                .body, .error, "the document requires a body, but the request has none", at: place, in: body.pointer,
                subject: "body")
        ]
    }

    func unwantedBody(_ severity: Severity, at place: JSONPointer) -> AgainstMismatch {
        AgainstMismatch(.body, severity, "the operation takes no body", at: place, in: pointer, subject: "body")
    }
}

extension OpenAPIDocument.RequestBody {
    func mismatch(of mediaType: String, at place: JSONPointer) -> AgainstMismatch {
        AgainstMismatch(
            .body, .error, "the document does not accept the media type of the body", expected: mediaType,
            found: content.map(\.mediaType).listed, at: place, in: pointer, subject: "media type")
    }
}
