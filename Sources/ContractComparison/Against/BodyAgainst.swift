import ContractChecking
import ContractFormat
import ContractOpenAPI
import HTTPRecording
import JSONSchema

/// Holds the body of a request to what an operation accepts.
struct BodyAgainst {
    private let against: EndpointAgainst
    private let operation: OpenAPIDocument.Operation

    init(_ against: EndpointAgainst, _ operation: OpenAPIDocument.Operation) {
        self.against = against
        self.operation = operation
    }

    func mismatches() -> [AgainstMismatch] {
        let request = against.request
        let sent: String
        switch request.body {
        case .none:
            guard let body = operation.body, body.isRequired else { return [] }
            return [mismatch("the document requires a body, and the request has none", in: body.pointer)]
        case .form: sent = "application/x-www-form-urlencoded"
        case .json, .schema: sent = "application/json"
        }
        guard let body = operation.body else {
            return [mismatch("the operation takes no body", in: operation.pointer)]
        }
        let header = against.literalHeader("Content-Type")
        let mediaType = header.map { MediaType($0.text).essence } ?? sent
        guard let content = body.content.first(where: { $0.covers(mediaType) }) else {
            return [
                AgainstMismatch(
                    .body, .error, "the document does not accept the media type of the body", expected: mediaType,
                    found: body.content.map(\.mediaType).joined(separator: ", "),
                    at: header?.pointer ?? request.bodyPointer, in: body.pointer, subject: "media type")
            ]
        }
        guard let pointer = content.schema, let offered = against.provider.requests.view(at: pointer) else { return [] }
        if case .form(let fields) = request.body { return mismatches(of: fields, offered) }
        guard content.isJSON, let view = against.expected.body(of: against.endpoint) else { return [] }
        return against.provider.subsumption.gaps(view, within: offered).compactMap(mismatch)
    }

    private func mismatch(_ message: String, in document: JSONPointer) -> AgainstMismatch {
        AgainstMismatch(.body, .error, message, at: against.request.bodyPointer, in: document, subject: message)
    }

    /// A body that the document refuses. What an argument may be weighs less than what is sent in every call.
    private func mismatch(_ gap: Subsumption.Gap) -> AgainstMismatch? {
        let isWritten = against.expected.isWritten(gap.left.pointer)
        let place = isWritten ? gap.left.pointer : against.request.bodyPointer
        switch gap.verdict {
        case .contradicted(let witness, let violation):
            let isOfArgument = isWritten && gap.left.pointer.tokens.dropFirst(2).first == "arguments"
            return AgainstMismatch(
                .body, isOfArgument ? .warning : .error,
                "the request may send a body that the document refuses\(gap.instance.phrase): \(violation.message)",
                expected: violation.expected ?? violation.message, found: witness.excerpt, at: place,
                in: violation.schemaPointer, subject: gap.instance.description)
        case .undeclared: return nil
        case .undecided(let reason):
            return AgainstMismatch(
                .undecided, .info,
                "whether the document accepts every body\(gap.instance.phrase) could not be decided: \(reason)",
                at: place, in: gap.right.pointer, subject: gap.keyword + gap.instance.description)
        }
    }

    /// The names of a form; their values are text.
    private func mismatches(of fields: [NamedExpectation], _ offered: SchemaView) -> [AgainstMismatch] {
        let shapes = SchemaAlternatives().alternatives(of: [offered])
        guard let first = shapes.first, !shapes.contains(where: \.isUnknown) else { return [] }
        let names = Set(fields.map(\.name))
        let required = first.required.filter { name in shapes.allSatisfy { $0.required.contains(name) } }
        let declared = Set(shapes.flatMap(\.declaredNames))
        let isOpen = shapes.contains { $0.additional?.contains { $0.json != false } ?? false }
        return required.filter { !names.contains($0) }.map { name in
            AgainstMismatch(
                .body, .error, "the document requires the field '\(name)', which the form does not have",
                expected: name,
                found: fields.map(\.name).joined(separator: ", "), at: against.request.bodyPointer, in: offered.pointer,
                subject: name)
        }
            + fields.filter { !isOpen && !declared.isEmpty && !declared.contains($0.name) }.map { field in
                AgainstMismatch(
                    .body, .warning,
                    "the document does not name the field '\(field.name)'\(Suggestion.text(for: field.name, among: declared.sorted()))",
                    at: field.pointer, in: offered.pointer, subject: field.name)
            }
    }
}

extension OpenAPIDocument.Content {
    /// Returns whether a media type is this one, or in its range.
    func covers(_ mediaType: String) -> Bool {
        if self.mediaType == mediaType || self.mediaType == "*/*" { return true }
        return self.mediaType.hasSuffix("/*") && mediaType.hasPrefix(self.mediaType.dropLast(1))
    }
}

extension JSONPointer {
    /// ` at '/name'`; nothing for the whole value.
    var phrase: String { tokens.isEmpty ? "" : " at '\(self)'" }
}
