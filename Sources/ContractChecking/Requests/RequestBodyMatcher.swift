import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The comparison of request bodies: JSON by value, forms by field, and so on.
extension RequestMatcher {
    func bodyMismatches(of request: SentRequest) -> [Finding] {
        let (bytes, mediaType, place) = (request.message.body ?? [], request.message.contentType, contract.bodyPointer)
        let content = ContentMatcher(values: values, place: place)
        func unexpected(_ reason: MessageText) -> [Finding] {
            bytes.isEmpty
                ? []
                : .one(
                    RequestRule.body, "the request has a body, but \(reason)", expected: "no body",
                    found: "\(bytes.count) bytes", at: place)
        }
        func present(_ kind: MessageText, _ compare: ([UInt8]) -> [Finding]) -> [Finding] {
            if !bytes.isEmpty { return compare(bytes) }
            let hint =
                request.hidesBody
                ? ": the body of an upload task cannot be captured; send it with 'data(for:)' and 'httpBody', or bind the builder"
                : ""
            return .one(
                RequestRule.body, "the request has no body\(hint)", expected: kind, found: "nothing", at: place)
        }
        switch contract.body {
        case .none: return unexpected("the contract declares none")
        case .graphql where contract.isGraphQLByGet: return unexpected("its method is GET")
        case .json(let template):
            // A body that consists of its placeholder may be omitted with its argument.
            if bytes.isEmpty, template.filled(values.value) == nil { return [] }
            return present("JSON") { content.mismatches(of: $0, template) }
        case .schema(let schema): return present("JSON") { content.mismatches(of: $0, schema) }
        case .form(let fields): return form(fields, bytes)
        case .text(let expectation):
            if bytes.isEmpty, case .value(let template) = expectation,
                values.texts(of: template).allSatisfy(\.isEmpty)
            {
                return []
            }
            return present("text") {
                content.mismatches(ofText: $0, isLatin1: mediaType.isLatin1, expectation)
            }
        case .bytes(let binary):
            if bytes.isEmpty, case .base64(let template) = binary, template.text(values.value)?.isEmpty ?? true {
                return []
            }
            return present("bytes") { content.mismatches(of: $0, binary) }
        case .xml(let xml):
            return present("XML") {
                XMLMatcher(values: values, place: place).mismatches(of: $0, mediaType, xml)
            }
        case .multipart(let parts):
            return present("multipart/form-data") {
                MultipartMatcher(parts: parts, values: values, place: place).mismatches(of: $0, mediaType)
            }
        case .graphql(let graphql):
            return present("JSON") {
                GraphQLMatcher(graphql: graphql, values: values, place: place).mismatches(ofBody: $0)
            }
        }
    }

    private func form(_ fields: [NamedExpectation], _ bytes: [UInt8]) -> [Finding] {
        let place = contract.bodyPointer
        let found = QueryPairs(form: bytes)
        let others = Set(found.pairs.map(\.name)).subtracting(values.expanded(fields).map(\.name))
        return values.mismatches(of: found, fields, rule: .body, kind: "form field", at: place)
            + others.sorted().map { name in
                Finding(
                    RequestRule.body, "the form field '\(name)' is not in the contract", expected: "no '\(name)'",
                    found: .excerpt(found.values(of: name).joined(separator: ", ")), at: place, about: [name])
            }
    }
}

/// A matcher of the content of a body or of a part.
struct ContentMatcher {
    let values: ExpectedValues
    var what = "the body"
    let place: JSONPointer

    func mismatches(of bytes: [UInt8], _ template: TemplateValue) -> [Finding] {
        parsed(bytes) { mismatches(of: $0, template) }
    }

    func mismatches(of body: JSON, _ template: TemplateValue) -> [Finding] {
        let expected = values.filled(template, beside: body) ?? .null
        var moved: Set<JSONPointer> = []
        return JSONDifference.differences(expected: expected, found: body).compactMap { difference in
            let at = JSONPointer(tokens: place.tokens + difference.pointer.tokens)
            let around = difference.pointer.tokens.indices.lazy.map {
                JSONPointer(tokens: Array(difference.pointer.tokens[..<$0]))
            }
            for list in around {
                guard let clause = Self.moved(from: expected[pointer: list], to: body[pointer: list]) else { continue }
                // After a missing, added or moved element, all others differ too, so report one fault.
                guard moved.insert(list).inserted else { return nil }
                return Finding(
                    RequestRule.body, "\(differs(at: list)): \(clause)", expected: .excerpt(expected[pointer: list]),
                    found: .excerpt(body[pointer: list]), at: at, about: ["different"])
            }
            let lost = DifferenceCause.clause(expected: difference.expected, found: difference.found)
            return Finding(
                RequestRule.body, "\(differs(at: difference.pointer))\(lost)",
                expected: .excerpt(difference.expected), found: .excerpt(difference.found), at: at,
                about: [difference.expected == nil ? "unexpected" : difference.found == nil ? "missing" : "different"])
        }
    }

    private func differs(at place: JSONPointer) -> String {
        place.tokens.isEmpty ? "\(what) differs" : "\(what) differs at '\(place)'"
    }

    private static func moved(from expected: JSON?, to found: JSON?) -> String? {
        guard let expected = expected?.arrayValue, let found = found?.arrayValue else { return nil }
        if expected.count != found.count {
            return "it has \(counted(found.count, "element")), not \(expected.count)"
        }
        let isMoved = expected != found && expected.counts == found.counts
        return isMoved ? "its elements are in a different order" : nil
    }

    func mismatches(of bytes: [UInt8], _ schema: BodySchema) -> [Finding] {
        parsed(bytes) { violations(of: $0, schema.filled(values.value)) }
    }

    private func violations(of json: JSON, _ schema: EmbeddedSchema) -> [Finding] {
        schema.faults(of: json).map {
            Finding(
                RequestRule.body, "\(what) violates its schema\($0.placeText): \($0.message)", expected: $0.expected,
                found: $0.found, at: $0.pointer, about: $0.subject)
        }
    }

    func parsed(_ bytes: [UInt8], _ compare: (JSON) -> [Finding]) -> [Finding] {
        do { return compare(try JSON(parsing: bytes, options: .strict)) } catch {
            return .one(
                RequestRule.body, "\(what) is not JSON: \(error.line):\(error.column): \(error.message)",
                expected: "JSON", found: .excerpt(String(decoding: bytes, as: UTF8.self)), at: place,
                about: ["unreadable"])
        }
    }

    func mismatches(ofText bytes: [UInt8], isLatin1: Bool, _ expectation: Expectation) -> [Finding] {
        guard let text = isLatin1 ? String(latin1: bytes) : String(validating: bytes, as: UTF8.self) else {
            return .one(
                RequestRule.body, "\(what) is not UTF-8 text", expected: "text", found: "\(bytes.count) bytes",
                at: place)
        }
        switch expectation {
        case .value(let template):
            let expected = values.texts(of: template).first ?? ""
            if values.isMet(template, expected, by: text) { return [] }
            let lost = DifferenceCause.clause(expected: expected, found: text)
            let (wanted, sent) = LookAlikes.distinguished(expected, text)
            return .one(
                RequestRule.body, "\(what) differs\(lost)", expected: .excerpt(wanted), found: .excerpt(sent), at: place
            )
        case .schema(let schema): return violations(of: .string(text), schema)
        }
    }

    func mismatches(of bytes: [UInt8], _ binary: BinaryContract) -> [Finding] {
        switch binary {
        case .rule(let rule):
            guard let fault = rule.fault(of: bytes, what) else { return [] }
            return .one(
                RequestRule.body, MessageText(fault.message), expected: MessageText(fault.expected),
                found: MessageText(fault.found), at: place.appending(fault.key))
        case .base64(let template):
            let text = template.text(values.value) ?? ""
            guard let expected = Data(base64Encoded: text) else {
                return .one(
                    RequestRule.body, "the contract gives \(what) as base64, but the argument is not base64",
                    expected: "base64", found: .excerpt(text), at: place)
            }
            if bytes.elementsEqual(expected) { return [] }
            let index =
                zip(bytes, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(bytes.count, expected.count)
            return .one(
                RequestRule.body, "\(what) differs at byte \(index)", expected: "\(expected.count) bytes",
                found: "\(bytes.count) bytes", at: place)
        }
    }
}
