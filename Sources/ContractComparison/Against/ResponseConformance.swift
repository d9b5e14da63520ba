import ContractChecking
import ContractFormat
import ContractOpenAPI
import JSONSchema

struct ResponseConformance {
    let context: EndpointConformance
    let operation: OpenAPIDocument.Operation

    private var statuses: [OpenAPIDocument.Response.Status] {
        context.endpoint.responses.compactMap(\.expectedStatus).distinct
    }

    func mismatches() -> [AgainstMismatch] { statuses.flatMap(mismatches) + unexpected() }

    private func mismatches(_ status: OpenAPIDocument.Response.Status) -> [AgainstMismatch] {
        let expected = context.endpoint.responses.filter { $0.expectedStatus == status }
        let promised = promised(status)
        guard let first = expected.first else { return [] }
        if promised.isEmpty {
            if status == .default { return [] }
            return [.unlisted(status.description, status.isFailure ? .warning : .error, at: first.pointer, operation)]
        }
        return promised.flatMap { response in content(of: expected, response) + headers(of: expected, response) }
    }

    private func promised(_ status: OpenAPIDocument.Response.Status) -> [OpenAPIDocument.Response] {
        let all = operation.responses
        if status == .default { return all.filter { !isExpected($0.status) || $0.status == .default } }
        if status.isCode { return [operation.response(status: status.codes.lowerBound)].compactMap(\.self) }
        let own = all.filter { response in
            response.status == status
                || response.status.isCode && !statuses.contains(response.status)
                    && status.codes.contains(response.status.codes.lowerBound)
        }
        return own.isEmpty ? all.filter { $0.status == .default } : own
    }

    private func isExpected(_ status: OpenAPIDocument.Response.Status) -> Bool {
        statuses.contains(status)
            || status.isCode && statuses.contains { $0 != .default && $0.codes.contains(status.codes.lowerBound) }
    }

    private func unexpected() -> [AgainstMismatch] {
        guard !statuses.contains(.default) else { return [] }
        return operation.responses.compactMap { response in
            guard response.status.isCode, !isExpected(response.status) else { return nil }
            return AgainstMismatch(
                .unexpectedStatus, response.status.isFailure ? .info : .warning,
                "the document lists the status \(response.status), but the contract has no response for it",
                expected: statuses.map(\.description).joined(separator: ", "), found: response.status.description,
                at: context.endpoint.pointer(to: .responses), in: response.pointer,
                subject: response.status.description)
        }
    }

    // MARK: - Content

    private func content(of expected: [ResponseContract], _ response: OpenAPIDocument.Response) -> [AgainstMismatch] {
        guard let first = expected.first else { return [] }
        let mediaTypes = expected.compactMap(\.content)
        guard !response.content.isEmpty else {
            guard expected.allSatisfy(\.hasBody), context.request.method != "HEAD" else { return [] }
            return [.noBody(expected: mediaTypes.first?.description ?? "a body", at: first.pointer, response)]
        }
        if let mediaType = mediaTypes.first,
            !response.content.contains(where: { content in mediaTypes.contains { content.covers($0.description) } })
        {
            return [.notOffered(mediaType.description, at: first.pointer(to: .content), response)]
        }
        guard let view = context.expected.view(of: context.endpoint, "responses", first.key.status) else { return [] }
        let offered = response.content.filter { content in
            mediaTypes.isEmpty ? content.isJSON : mediaTypes.contains { content.covers($0.description) }
        }
        return offered.flatMap { body(view, first, $0, response) }
    }

    private func body(
        _ view: SchemaView, _ expected: ResponseContract, _ content: OpenAPIDocument.Content,
        _ response: OpenAPIDocument.Response
    ) -> [AgainstMismatch] {
        guard let pointer = content.schema, let promised = context.provider.responses.view(at: pointer) else {
            return [
                AgainstMismatch(
                    .undecided, .info, "the document does not describe the body of status \(response.status)",
                    at: expected.bodyPointer, in: content.pointer, subject: "body")
            ]
        }
        return context.provider.subsumption.gaps(promised, within: view).map { mismatch($0, expected, response) }
    }

    private func mismatch(
        _ gap: Subsumption.Gap, _ expected: ResponseContract, _ response: OpenAPIDocument.Response
    ) -> AgainstMismatch {
        let document = gap.left.document === context.provider.responses ? gap.left.pointer : response.pointer
        switch gap.verdict {
        case .contradicted(let witness, let violation):
            return AgainstMismatch(
                .response, .error,
                "a response of status \(response.status) that the document allows is refused\(gap.instance.phrase): "
                    + violation.message, expected: violation.expectation, found: Excerpt.of(witness),
                at: written(violation.schemaPointer, violation.schemaDocument, expected), in: document,
                subject: gap.keyword == "required" ? violation.message : gap.instance.description)
        case .undeclared(let what):
            return AgainstMismatch(
                .undeclared, .info, "the document does not name \(what)\(gap.instance.phrase)",
                at: written(gap.right.pointer, gap.right.document.uri.absoluteString, expected), in: document,
                subject: gap.instance.description)
        case .undecided(let reason):
            return AgainstMismatch(
                undecided: "every response of status \(response.status) is accepted\(gap.instance.phrase)",
                because: reason, at: written(gap.right.pointer, gap.right.document.uri.absoluteString, expected),
                in: document, subject: gap.keyword + gap.instance.description)
        }
    }

    /// Returns the pointer if it is in the contract's file, or else the pointer of the response's schema.
    private func written(_ pointer: JSONPointer, _ document: String, _ expected: ResponseContract) -> JSONPointer {
        let isHere = document == context.expected.schemas.uri.absoluteString && context.expected.isWritten(pointer)
        return isHere ? pointer : expected.bodyPointer
    }

    /// Returns the mismatch for a header value that the document allows and the contract refuses.
    private func mismatch(of header: HeaderContract, _ promised: OpenAPIDocument.Header) -> AgainstMismatch? {
        guard case .schema(let schema)? = header.expectation,
            let view = promised.schema.flatMap(context.provider.responses.view)
        else { return nil }
        for gap in context.provider.subsumption.gaps(view, within: schema.view) {
            guard case .contradicted(let witness, let violation) = gap.verdict, witness.arrayValue == nil,
                witness.objectValue == nil, !schema.schema.accepts(FieldTree.value([witness.plainText], [schema.view]))
            else { continue }
            return AgainstMismatch(
                .responseHeader, .error,
                "a header '\(header.name)' that the document allows is refused: \(violation.message)",
                expected: violation.expectation, found: Excerpt.of(witness), at: header.pointer, in: promised.pointer,
                subject: header.name)
        }
        return nil
    }

    private func headers(of expected: [ResponseContract], _ response: OpenAPIDocument.Response) -> [AgainstMismatch] {
        expected.flatMap(\.headers).compactMap { header in
            let promised = response.headers.first { $0.name.lowercased() == header.name.lowercased() }
            if let refused = promised.flatMap({ mismatch(of: header, $0) }) { return refused }
            if header.isOptional { return nil }
            if promised?.isRequired ?? (header.name.lowercased() == "content-type") { return nil }
            return AgainstMismatch(
                .responseHeader, .warning,
                promised == nil
                    ? "the document does not promise the header '\(header.name)'"
                    : "the document does not require the header '\(header.name)'", expected: header.name,
                found: promised == nil ? "nothing" : "an optional header", at: header.pointer,
                in: promised?.pointer ?? response.pointer, subject: header.name)
        }
    }
}

extension ResponseContract {
    fileprivate var expectedStatus: OpenAPIDocument.Response.Status? {
        OpenAPIDocument.Response.Status(key: key.status)
    }

    fileprivate var hasBody: Bool {
        switch body {
        case .any: content != nil
        case .json, .text, .xml, .events: true
        case .empty: false
        case .bytes(let rule): rule.minimumLength > 0 || rule.digest != nil
        }
    }

    fileprivate var bodyPointer: JSONPointer {
        if case .json(let schema) = body { schema.pointer } else { pointer }
    }
}

extension OpenAPIDocument.Response.Status {
    /// Whether the status describes a failure. Documents often list failures only partially.
    fileprivate var isFailure: Bool { self == .default || codes.lowerBound >= 400 }
}
