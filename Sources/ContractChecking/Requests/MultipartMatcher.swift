import ContractFormat
import HTTPRecording
import JSONSchema

/// A matcher of `multipart/form-data` bodies. The order of parts with different names is irrelevant.
struct MultipartMatcher {
    let parts: [PartContract]
    let values: ExpectedValues
    let place: JSONPointer

    func mismatches(of bytes: [UInt8], _ mediaType: MediaType) -> [Finding] {
        guard mediaType.essence == "multipart/form-data" else {
            let found = mediaType.essence.isEmpty ? "none" : mediaType.essence
            return .one(
                RequestRule.body, "the header 'Content-Type' does not say that the body is multipart/form-data",
                expected: "multipart/form-data; boundary=…", found: MessageText(found), at: place,
                about: ["unreadable"])
        }
        do { return mismatches(of: try MultipartBody(bytes, mediaType)) } catch {
            return .one(
                RequestRule.body, "the multipart body cannot be read: \(error.message)",
                expected: "parts with a boundary before, between and after them", found: "\(bytes.count) bytes",
                at: place, about: ["unreadable"])
        }
    }

    private func mismatches(of body: MultipartBody) -> [Finding] {
        let differences = parts.grouped(by: \.name).flatMap { name, contracts in
            mismatches(of: body.parts(named: name), contracts, name)
        }
        return differences + unexpected(in: body) + brokenHeaders(in: body)
    }

    private func brokenHeaders(in body: MultipartBody) -> [Finding] {
        body.parts.compactMap { part in
            part.headerFault.map { fault in
                Finding(
                    RequestRule.body, "the part '\(part.name)' has \(MessageText(fault))",
                    expected: "CR LF after each header, %22 or \\\" for a quote in a name",
                    found: .excerpt(JSON.string(part.headers.fields.map(\.value).joined(separator: "; "))),
                    at: parts.first { $0.name == part.name }?.pointer ?? place)
            }
        }
    }

    private func unexpected(in body: MultipartBody) -> [Finding] {
        let known = Set(parts.map(\.name))
        let unmet = known.filter { body.parts(named: $0).isEmpty }.sorted()
        return body.names.filter { !known.contains($0) }.map { name in
            Finding(
                RequestRule.body,
                "the part '\(name)' is not in the contract\(Suggestion.text(for: name, among: unmet))",
                expected: "no '\(name)'", found: MessageText(Self.description(of: body.parts(named: name))), at: place,
                about: ["unexpected"])
        }
    }

    /// A required part, with its element if a list argument repeats it.
    private struct Wanted {
        let contract: PartContract
        let element: JSON?

        var description: MessageText {
            if let element { return .excerpt(element) }
            return switch contract.content {
            case .text: "a text"
            case .json, .schema: "JSON"
            case .bytes: "bytes"
            }
        }
    }

    private func mismatches(of found: [MultipartBody.Part], _ contracts: [PartContract], _ name: String) -> [Finding] {
        let wanted = contracts.flatMap(self.wanted)
        // Parts of one name are ordered.
        if found.count == wanted.count { return zip(wanted, found).flatMap { mismatches(of: $1, $0) } }
        var (missing, surplus) = (wanted, found)
        surplus.removeAll { part in
            guard let index = missing.firstIndex(where: { mismatches(of: part, $0).isEmpty }) else { return false }
            missing.remove(at: index)
            return true
        }
        let lacking = missing.dropFirst(surplus.count).first
        let (sent, due) = (times(found.count), times(wanted.count))
        let others: MessageText =
            lacking.map { "missing: \($0.description)" }
            ?? "too many: \(MessageText(Self.description(of: Array(surplus.dropFirst(missing.count)))))"
        let (text, expected): (MessageText, MessageText?) =
            if found.isEmpty {
                ("is missing", lacking?.description)
            } else if wanted.isEmpty {
                ("is sent, but the contract omits it for these arguments", "nothing")
            } else {
                ("occurs \(sent), not \(due); \(others)", MessageText(due))
            }
        let counted = Finding(
            RequestRule.body, "the part '\(name)' \(text)", expected: expected,
            found: MessageText(found.isEmpty ? "nothing" : sent),
            at: (lacking?.contract ?? contracts.last)?.pointer ?? place)
        return zip(missing, surplus).flatMap { mismatches(of: $1, $0) } + [counted]
    }

    /// Returns no part for an absent argument, and one part per element of a list.
    private func wanted(_ contract: PartContract) -> [Wanted] {
        let elements: [JSON?] =
            switch contract.content {
            case .text(let template): values.repetitions(of: template) ?? []
            case .json(let template): template.filled(values.value) == nil ? [] : [nil]
            case .bytes(.base64(let template)): template.filled(values.value) == nil ? [] : [nil]
            case .bytes(.rule), .schema: [nil]
            }
        return elements.map { Wanted(contract: contract, element: $0) }
    }

    private func mismatches(of part: MultipartBody.Part, _ wanted: Wanted) -> [Finding] {
        let contract = wanted.contract
        let what = "the part '\(contract.name)'"
        let content = ContentMatcher(values: values, what: what, place: contract.contentPointer)
        let found: [Finding] =
            switch contract.content {
            case .text(let template):
                content.mismatches(
                    ofText: part.bytes, isLatin1: part.content?.isLatin1 ?? false,
                    .value(wanted.element.map(TemplateValue.literal) ?? template))
            case .json(let template): content.mismatches(of: part.bytes, template)
            case .schema(let schema): content.mismatches(of: part.bytes, schema)
            case .bytes(let binary): content.mismatches(of: part.bytes, binary)
            }
        return found + filename(part, contract, what) + mediaType(part, contract, what)
    }

    private func filename(_ part: MultipartBody.Part, _ contract: PartContract, _ what: String) -> [Finding] {
        let expected: String
        switch contract.filename {
        case .any:
            if part.filename != nil { return [] }
            expected = "a file name"
        case .none:
            if part.filename == nil { return [] }
            expected = "no file name"
        case .value(let template):
            // The file name of an absent argument may be missing.
            guard let text = template.text(values.value) else { return [] }
            if let filename = part.filename, values.isMet(template, text, by: filename) { return [] }
            expected = text
        }
        let place = contract.pointer
        return .one(
            RequestRule.body, part.filename == nil ? "\(what) has no file name" : "\(what) has a different file name",
            expected: .excerpt(expected), found: .excerpt(part.filename ?? "none"),
            at: contract.filename == .none ? place : place.appending(ContractKeys.Part.filename))
    }

    /// Compares the media type. An undeclared one may only state the obvious, such as JSON for JSON.
    private func mediaType(_ part: MultipartBody.Part, _ contract: PartContract, _ what: String) -> [Finding] {
        if let expected = contract.mediaType {
            if let found = part.content, found.matches(expected) { return [] }
            return .one(
                RequestRule.body,
                part.content == nil ? "\(what) names no media type" : "\(what) has a different media type",
                expected: MessageText(expected.text), found: MessageText(part.content?.text ?? "none"),
                at: contract.pointer.appending(ContractKeys.Part.content))
        }
        guard let found = part.content else { return [] }
        let isFitting =
            switch contract.content {
            case .text: found.essence.hasPrefix("text/") || contract.filename != .none
            case .json, .schema: found.isJSON
            case .bytes: true
            }
        if isFitting { return [] }
        return .one(
            RequestRule.body, "\(what) has a media type that the contract does not declare (declare it with 'content')",
            expected: "none", found: MessageText(found.text), at: contract.pointer)
    }

    private static func description(of parts: [MultipartBody.Part]) -> String {
        parts.map { part in
            (part.filename.map { "'\($0)', " } ?? "") + (part.content.map { "\($0.essence), " } ?? "")
                + counted(part.bytes.count, "byte")
        }.joined(separator: "; ")
    }
}
