import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Compares a response with what the contract says of its status, headers and body.
package struct ResponseMatcher {
    let endpoint: EndpointContract
    /// `nil` takes any response of the endpoint.
    let outcome: Outcome?
    /// The place of the case, for what no response shape is responsible for.
    let pointer: JSONPointer
    let value: (Placeholder) -> JSON?

    package init(
        endpoint: EndpointContract, outcome: Outcome?, pointer: JSONPointer, value: @escaping (Placeholder) -> JSON?
    ) {
        self.endpoint = endpoint
        self.outcome = outcome
        self.pointer = pointer
        self.value = value
    }

    /// The response shape that applies, and everything in which the response differs.
    package func match(_ response: RecordedResponse) -> (contract: ResponseContract?, mismatches: [Mismatch]) {
        let status = statusMismatches(response.status)
        guard let contract = endpoint.response(status: response.status, variant: outcome?.response) else {
            let known = endpoint.responses.map(\.key.description).joined(separator: ", ")
            return (
                nil,
                status.isEmpty
                    ? [
                        Mismatch(
                            ResponseRule.status, "the contract knows no response with status \(response.status)",
                            expected: FindingText(known), found: "\(response.status)",
                            at: endpoint.pointer(to: .responses),
                            data: "/response/status")
                    ] : status
            )
        }
        // A response of another status has another shape: what else differs in it would only repeat that.
        guard status.isEmpty else { return (nil, status) }
        return (contract, content(response, contract) + headers(response, contract) + body(response, contract))
    }

    private func statusMismatches(_ found: Int) -> [Mismatch] {
        let isExpected: Bool
        let expected: String
        switch outcome?.status?.expectation {
        case nil: return []
        case .value(let template)?:
            let status = template.filled(value)
            isExpected = status?.intValue == found
            expected = status?.text(.compact) ?? "nothing"
        case .schema(let schema)?:
            isExpected = schema.schema.accepts(.number(JSONNumber(found)))
            expected = schema.json.text(.compact)
        }
        if isExpected { return [] }
        return [
            Mismatch(
                ResponseRule.status, "the status is \(found), not \(expected)", expected: FindingText(expected),
                found: "\(found)",
                at: outcome?.status?.pointer ?? pointer, data: "/response/status")
        ]
    }

    private func content(_ response: RecordedResponse, _ contract: ResponseContract) -> [Mismatch] {
        guard let expected = contract.content else { return [] }
        let text = response.headers["Content-Type"]
        if let text, MediaType(text).meets(expected) { return [] }
        return [
            Mismatch(
                ResponseRule.contentType, "the content type differs", expected: FindingText(expected.description),
                found: .excerpt(text ?? "nothing"), at: contract.pointer(to: .content),
                data: "/response/headers")
        ]
    }

    private func headers(_ response: RecordedResponse, _ contract: ResponseContract) -> [Mismatch] {
        contract.headers.flatMap { header in
            let found = response.headers[all: header.name]
            let isMet: Bool
            let expected: String
            switch header.expectation {
            case .value(let template):
                expected = template.filled(value)?.plainText ?? ""
                isMet = found.contains(expected)
            case .schema(let schema):
                expected = schema.json.text(.compact)
                isMet = found.contains { schema.schema.accepts(.string($0)) }
            }
            if isMet { return [Mismatch]() }
            return [
                Mismatch(
                    ResponseRule.header,
                    found.isEmpty ? "the header '\(header.name)' is missing" : "the header '\(header.name)' differs",
                    expected: .excerpt(expected),
                    found: found.isEmpty ? "nothing" : FindingText.excerpt(found.joined(separator: ", ")),
                    at: header.pointer,
                    data: "/response/headers")
            ]
        }
    }

    private func body(_ response: RecordedResponse, _ contract: ResponseContract) -> [Mismatch] {
        let place = JSONPointer("/response/content/text")
        switch (contract.body, ResponseBody.read(response.body, as: contract)) {
        case (_, .unreadable(let mismatch)): return [mismatch]
        case (.json(let schema), .json(let json, let duplicates)):
            return duplicates.map {
                Mismatch(
                    ResponseRule.duplicateKey, FindingText($0), at: schema.pointer, data: place)
            }
                + schema.faults(of: json).map {
                    Mismatch(
                        ResponseRule.schema, "at '\($0.place)': \($0.message)", expected: $0.expected,
                        found: $0.found.map { .excerpt($0) }, at: $0.pointer, data: place)
                }
        case (.text(.value(let template)), .text(let text)):
            let expected = template.filled(value)?.plainText ?? ""
            if text.utf8.elementsEqual(expected.utf8) { return [] }
            return [
                Mismatch(
                    ResponseRule.text, "the text of the body differs", expected: .excerpt(expected),
                    found: .excerpt(text), at: contract.pointer(to: .text), data: place)
            ]
        case (.text(.schema(let schema)), .text(let text)):
            return schema.schema.violations(of: .string(text)).map {
                Mismatch(
                    ResponseRule.text, FindingText($0.message), expected: $0.expected.map { FindingText($0) },
                    found: .excerpt(text),
                    at: schema.pointer(of: $0),
                    data: place)
            }
        case (.bytes(let prefix, let minimumLength), _):
            return bytes(
                response.body, prefix: prefix, minimumLength: minimumLength, at: contract.pointer(to: .bytes))
        case (.any, _), (.json, _), (.text, _): return []
        }
    }

    private func bytes(
        _ body: [UInt8], prefix: [UInt8], minimumLength: Int, at pointer: JSONPointer
    ) -> [Mismatch] {
        let place = JSONPointer("/response/content/text")
        func hex(_ bytes: some Sequence<UInt8>) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        }
        if !body.starts(with: prefix) {
            return [
                Mismatch(
                    ResponseRule.bytes, "the body starts with other bytes", expected: FindingText(hex(prefix)),
                    found: FindingText(hex(body.prefix(prefix.count))),
                    at: pointer.appending(ContractKeys.Bytes.prefix), data: place)
            ]
        }
        if body.count < minimumLength {
            return [
                Mismatch(
                    ResponseRule.bytes, "the body is too short", expected: "at least \(minimumLength) bytes",
                    found: "\(body.count) bytes", at: pointer.appending(ContractKeys.Bytes.minLength), data: place)
            ]
        }
        return []
    }
}
