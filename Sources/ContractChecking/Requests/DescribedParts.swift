import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The request parts that a contract describes by a schema, such as a nonce. They may differ between calls.
struct DescribedParts: Sendable {
    private static let placeholder = "{schema}"

    private let endpoints: [EndpointContract]

    init(of contract: Contract) {
        endpoints = contract.endpoints.filter { endpoint in
            guard let request = endpoint.request else { return false }
            return request.body.isDescribed || request.query.contains(where: \.isSchema)
        }
    }

    var isEmpty: Bool { endpoints.isEmpty }

    /// Returns the request with described parts replaced by a placeholder, or unchanged if no endpoint matches.
    @Sendable func masked(_ request: RecordedRequest) -> RecordedRequest {
        guard let sent = request.urlRequest,
            let contract = endpoints.first(where: { ArgumentExtraction.arguments(of: sent, endpoint: $0) != nil })?
                .request
        else { return request }
        var request = request
        if let question = request.url.firstIndex(of: "?") {
            let pairs = QueryPairs(percentEncoded: String(request.url[request.url.index(after: question)...]))
            request.url = request.url[...question] + Self.text(of: pairs, contract.query)
        }
        guard let body = request.body else { return request }
        switch contract.body {
        case .schema(let schema):
            if Self.isMet(schema, body) { request.body = Array(Self.placeholder.utf8) }
        case .form(let fields): request.body = Array(Self.text(of: QueryPairs(form: body), fields).utf8)
        case .text(.schema(let schema)):
            if schema.schema.accepts(.string(String(decoding: body, as: UTF8.self))) {
                request.body = Array(Self.placeholder.utf8)
            }
        case .bytes(.rule(let rule)):
            if rule.fault(of: body, "") == nil { request.body = Array(Self.placeholder.utf8) }
        case .multipart(let parts):
            request.body = Self.body(body, MediaType(request.headers["Content-Type"] ?? ""), parts)
        case .none, .json, .text(.value), .bytes(.base64), .xml, .graphql: break
        }
        return request
    }

    /// Whether JSON satisfies a schema without placeholders.
    private static func isMet(_ schema: BodySchema, _ bytes: [UInt8]) -> Bool {
        guard schema.templates.isEmpty else { return false }
        do { return schema.schema.schema.accepts(try JSON(parsing: bytes)) } catch {
            return false  // A body that is not JSON is compared verbatim.
        }
    }

    static func body(_ bytes: [UInt8], _ mediaType: MediaType, _ contracts: [PartContract]) -> [UInt8] {
        let body: MultipartBody
        do { body = try MultipartBody(bytes, mediaType) } catch { return bytes }
        var met: [String: Int] = [:]
        let parts = body.parts.map { part -> MultipartBody.Part in
            let index = met[part.name, default: 0]
            met[part.name] = index + 1
            let named = contracts.filter { $0.name == part.name }
            guard let contract = index < named.count ? named[index] : named.last else { return part }
            let isDescribed =
                switch contract.content {
                case .schema(let schema): isMet(schema, part.bytes)
                case .bytes(.rule(let rule)): rule.fault(of: part.bytes, "") == nil
                case .text, .json, .bytes(.base64): false
                }
            let isAnyName = if case .any = contract.filename { part.filename != nil } else { false }
            return MultipartBody.Part(
                name: part.name, filename: isAnyName ? placeholder : part.filename, content: part.content,
                bytes: isDescribed ? Array(placeholder.utf8) : part.bytes)
        }
        return MultipartBody(parts: parts).bytes(boundary: mediaType.parameters["boundary"] ?? "")
    }

    private static func text(of pairs: QueryPairs, _ expectations: [NamedExpectation]) -> String {
        pairs.pairs.map { pair in
            let isDescribed = expectations.contains { expectation in
                guard expectation.name == pair.name, case .schema(let schema) = expectation.expectation else {
                    return false
                }
                return schema.schema.accepts(.string(pair.value))
            }
            return [pair.name].encodedPath + "="
                + [isDescribed ? placeholder : pair.value].encodedPath
        }.joined(separator: "&")
    }
}

extension RequestContract.Body {
    var isDescribed: Bool {
        switch self {
        case .schema, .text(.schema), .bytes(.rule): true
        case .form(let fields): fields.contains(where: \.isSchema)
        case .multipart(let parts):
            parts.contains { part in
                if case .any = part.filename { return true }
                return switch part.content {
                case .schema, .bytes(.rule): true
                case .text, .json, .bytes(.base64): false
                }
            }
        case .none, .json, .text(.value), .bytes(.base64), .xml, .graphql: false
        }
    }
}

extension NamedExpectation {
    var isSchema: Bool { if case .schema = expectation { true } else { false } }
}
