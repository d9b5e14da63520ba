import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A matcher of a response's status, headers and body against its contract.
package struct ResponseMatcher {
    let endpoint: EndpointContract
    /// The expected outcome, or `nil` to accept any response of the endpoint.
    let outcome: Outcome?
    /// The place of the case, for findings outside of any response shape.
    let pointer: JSONPointer
    /// Whether the body selects one of a status's shapes if the case names none.
    let isShapedByBody: Bool
    let value: (Placeholder) -> JSON?

    package init(
        endpoint: EndpointContract, outcome: Outcome?, pointer: JSONPointer, isShapedByBody: Bool = false,
        value: @escaping (Placeholder) -> JSON?
    ) {
        self.isShapedByBody = isShapedByBody || outcome == nil
        self.endpoint = endpoint
        self.outcome = outcome
        self.pointer = pointer
        self.value = value
    }

    /// Returns all differences from the applicable response shape.
    ///
    /// - Parameter url: the requested URL, against which relative links are resolved.
    package func mismatches(of response: RecordedResponse, to url: String? = nil) -> [Finding] {
        let status = statusMismatches(response.status)
        // A response of another status has another shape, so further differences would repeat this one.
        if !status.isEmpty { return status }
        let shape =
            isShapedByBody
            ? endpoint.shape(of: response, named: outcome?.response)
            : endpoint.response(status: response.status, variant: outcome?.response)
        guard let contract = shape else {
            let known = endpoint.responses.map(\.key.description).joined(separator: ", ")
            return .one(
                ResponseRule.status, "the contract declares no response with status \(response.status)",
                expected: MessageText(known), found: "\(response.status)", at: endpoint.pointer(to: .responses),
                data: "/response/status")
        }
        return content(response, contract) + headers(response, contract, url) + body(response, contract)
            + errors(response, contract)
    }

    /// Reports GraphQL errors, which mean failure regardless of the status, unless the contract describes them.
    private func errors(_ response: RecordedResponse, _ contract: ResponseContract) -> [Finding] {
        guard let outcome, outcome.response == nil, case .graphql? = endpoint.request?.body else { return [] }
        guard let errors = JSON(ifValid: response.body)?["errors"]?.arrayValue, !errors.isEmpty else { return [] }
        if case .json(let schema) = contract.body,
            schema.view.conjuncts.contains(where: { $0.member("properties", "errors") != nil })
        {
            return []
        }
        return .one(
            ResponseRule.body, "the response contains errors, but the case expects none",
            expected: "no 'errors', or a case with its own response such as '\(response.status) errors'",
            found: .excerpt(.array(errors)), at: contract.pointer, data: "/response/content/text")
    }

    private func statusMismatches(_ found: Int) -> [Finding] {
        guard let status = outcome?.status else { return [] }
        let (expected, isMet) = status.expectation.test(value)
        if isMet(JSON(found)) { return [] }
        return .one(
            ResponseRule.status, "the status is \(found), not \(expected)", expected: MessageText(expected),
            found: "\(found)", at: status.pointer, data: "/response/status")
    }

    private func content(_ response: RecordedResponse, _ contract: ResponseContract) -> [Finding] {
        guard let expected = contract.content else { return [] }
        let text = response.headers["Content-Type"]
        if let text, MediaType(text).matches(expected) { return [] }
        return .one(
            ResponseRule.contentType, "the content type differs", expected: MessageText(expected.description),
            found: .excerpt(text ?? "nothing"), at: contract.pointer(to: .content), data: "/response/headers")
    }

    private func headers(_ response: RecordedResponse, _ contract: ResponseContract, _ url: String?) -> [Finding] {
        contract.headers.flatMap { header -> [Finding] in
            let found = response.headers[all: header.name]
            if found.isEmpty, header.isOptional { return [] }
            let any = header.relations.isEmpty ? "any text" : "links"
            let (expected, isMet) = header.expectation?.test(value) ?? (any, { _ in true })
            let links = LinkHeader(found)
            let relations = found.isEmpty ? [] : header.relations.compactMap { mismatch(of: $0, links, found, url) }
            if found.contains(where: { isMet(.string($0)) }) { return relations }
            let (what, sent): (String, MessageText) =
                found.isEmpty ? ("is missing", "nothing") : ("differs", .excerpt(found.joined(separator: ", ")))
            let whole = Finding(
                ResponseRule.header, "the header '\(header.name)' \(what)", expected: .excerpt(expected), found: sent,
                at: header.pointer, data: "/response/headers")
            return [whole] + relations
        }
    }

    /// Compares a link's target, which may match as written or as an absolute URL.
    private func mismatch(
        of relation: HeaderContract, _ links: LinkHeader, _ found: [String], _ url: String?
    ) -> Finding? {
        guard let target = links.target(of: relation.name, base: url) else {
            if relation.isOptional { return nil }
            return Finding(
                ResponseRule.link, "there is no link with relation '\(relation.name)'",
                expected: MessageText("<…>; rel=\"\(relation.name)\""),
                found: .excerpt(found.joined(separator: ", ")), at: relation.pointer, data: "/response/headers")
        }
        guard let (expected, isMet) = relation.expectation?.test(value) else { return nil }
        if isMet(.string(target.absolute)) || isMet(.string(target.written)) { return nil }
        return Finding(
            ResponseRule.link, "the link with relation '\(relation.name)' has a different target",
            expected: .excerpt(expected),
            found: .excerpt(target.written), at: relation.pointer, data: "/response/headers")
    }

    private func body(_ response: RecordedResponse, _ contract: ResponseContract) -> [Finding] {
        let place = JSONPointer("/response/content/text")
        switch (contract.body, ResponseBody.read(response.body, as: contract)) {
        case (_, .unreadable(let mismatch)): return [mismatch]
        case (.json(let schema), .json(let json, let duplicates)), (.xml(let schema), .json(let json, let duplicates)):
            return findings(duplicates, schema.faults(of: json), at: schema.pointer, data: place)
        case (.events(let events), .json(_, let duplicates)):
            guard let utf8 = contract.charset.utf8(from: response.body) else { return [] }
            let faults = ReadEvents(utf8.dropFirst(contract.prefix.utf8.count), as: events).faults(events)
            return findings(duplicates, faults, at: events.pointer, data: place)
        case (.empty, _):
            guard !response.body.isEmpty else { return [] }
            return .one(
                ResponseRule.body, "the response has a body", expected: "no body",
                found: "\(response.body.count) bytes", at: contract.pointer(to: .empty), data: place)
        case (.text(.value(let template)), .text(let text)):
            let expected = template.filled(value)?.plainText ?? ""
            if text.utf8.elementsEqual(expected.utf8) { return [] }
            return .one(
                ResponseRule.text, "the text of the body differs", expected: .excerpt(expected), found: .excerpt(text),
                at: contract.pointer(to: .text), data: place)
        case (.text(.schema(let schema)), .text(let text)):
            return schema.faults(of: .string(text)).map {
                Finding(
                    ResponseRule.text, $0.message, expected: $0.expected, found: .excerpt(text), at: $0.pointer,
                    data: place)
            }
        case (.bytes(let rule), _):
            guard let fault = rule.fault(of: response.body, "the body") else { return [] }
            return .one(
                ResponseRule.bytes, MessageText(fault.message), expected: MessageText(fault.expected),
                found: MessageText(fault.found), at: contract.pointer(to: .bytes).appending(fault.key), data: place)
        case (.any, _), (.json, _), (.text, _), (.xml, _), (.events, _): return []
        }
    }

    private func findings(
        _ duplicates: [String], _ faults: [SchemaFault], at pointer: JSONPointer, data place: JSONPointer
    ) -> [Finding] {
        duplicates.map { Finding(ResponseRule.duplicateKey, MessageText($0), at: pointer, data: place) }
            + faults.map {
                Finding(
                    ResponseRule.schema, "at '\($0.place)': \($0.message)", expected: $0.expected, found: $0.found,
                    at: $0.pointer, data: place, about: $0.subject)
            }
    }
}

extension Expectation {
    /// Returns the expected value in words, and whether another value meets it.
    func test(_ value: (Placeholder) -> JSON?) -> (expected: String, isMet: (JSON) -> Bool) {
        switch self {
        case .value(let template):
            let expected = template.filled(value)?.plainText
            return (expected ?? "nothing", { $0.plainText == expected ?? "" })
        case .schema(let schema): return (schema.json.text(.compact), schema.schema.accepts)
        }
    }
}
