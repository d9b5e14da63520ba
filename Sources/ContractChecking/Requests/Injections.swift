import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The effects that an invalid value must not have on a request: another origin, header or body member.
///
/// Line breaks in headers are not checked, because the contract excludes such values.
struct Injections {
    private let headers: Set<String>
    private let members: Set<String>
    private let request: RequestContract

    init(base: Arguments, endpoint: EndpointContract, request: RequestContract, build: Endpoint.Builder) async {
        self.request = request
        let good: RecordedRequest?
        do { good = RecordedRequest(try await build(base)) } catch { good = nil }
        let known = (good?.headers.names ?? []) + request.headers.map(\.name) + request.allowedHeaders
        headers = Set(known.map { $0.lowercased() })
        members = good?.body.flatMap { JSON(ifValid: $0, options: .strict) }.map(Self.members) ?? []
    }

    func found(in built: SentRequest, _ matcher: RequestMatcher) -> [Finding] {
        matcher.mismatches(of: built).filter { $0.rule == RequestRule.origin.id }
            + built.headers.filter { !headers.contains($0.name.lowercased()) }.map { header in
                Finding(
                    RequestRule.header, "the header '\(header.name)' is sent, but the contract does not declare it",
                    expected: "no '\(header.name)'", found: .excerpt(header.value), at: request.pointer)
            } + bodyMismatches(built.message, matcher)
    }

    private func bodyMismatches(_ built: RecordedRequest, _ matcher: RequestMatcher) -> [Finding] {
        guard let body = built.body, !body.isEmpty else { return [] }
        let type = built.contentType
        switch request.body {
        case .none, .form, .text, .bytes: return []
        case .json, .schema: break
        case .xml(let template):
            // The template defines the elements, so a value must not add one.
            return XMLMatcher(values: matcher.values, place: request.bodyPointer)
                .structureMismatches(of: body, type, template)
        case .multipart(let parts):
            return MultipartMatcher(parts: parts, values: matcher.values, place: request.bodyPointer)
                .structureMismatches(of: body, type)
        case .graphql(let graphql):
            guard !request.isGraphQLByGet else { return [] }
            return GraphQLMatcher(graphql: graphql, values: matcher.values, place: request.bodyPointer)
                .structureMismatches(ofBody: body)
        }
        guard let json = JSON(ifValid: body, options: .strict) else {
            return RequestBodyMatcher(contract: request, values: matcher.values).mismatches(of: body)
        }
        // A schema defines the allowed members, and the value is known to violate it.
        guard case .json(let template) = request.body else { return [] }
        let expected = matcher.values.filled(template, beside: json).map(Self.members) ?? []
        return Self.members(of: json).subtracting(expected).subtracting(members).sorted().prefix(1).map { member in
            Finding(
                RequestRule.body, "the body has the member '\(member)', which the contract does not declare",
                expected: "no '\(member)'", found: .excerpt(json), at: request.bodyPointer)
        }
    }

    private static func members(of json: JSON) -> Set<String> {
        func walk(_ json: JSON, _ pointer: JSONPointer) -> [String] {
            switch json {
            case .null, .bool, .number, .string: []
            case .array(let elements): elements.flatMap { walk($0, pointer.appending("*")) }
            case .object(let members):
                members.flatMap { name, value in
                    [pointer.appending(name).description] + walk(value, pointer.appending(name))
                }
            }
        }
        return Set(walk(json, .root))
    }
}
