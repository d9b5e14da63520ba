import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The parts that requests with the same arguments must share: all but described parts and allowed headers.
struct StableParts: Equatable {
    private let method: String
    private let url: Substring
    private let query: [QueryPairs.Pair: Int]
    private let headers: [String: String]
    private let timeout: TimeInterval?
    private let body: Body

    /// A body in comparable form, without the order of JSON members or form fields.
    private enum Body: Equatable {
        case described
        case form([QueryPairs.Pair: Int])
        case given(RequestKey.Body)
    }

    init(of request: SentRequest, _ contract: RequestContract) {
        func given(_ pairs: QueryPairs, _ expectations: [NamedExpectation]) -> [QueryPairs.Pair: Int] {
            let described = Set(expectations.filter(\.isSchema).map(\.name))
            return pairs.pairs.filter { !described.contains($0.name) }.counts
        }
        method = request.message.method
        timeout = request.timeout
        url = request.message.url.beforeQuery
        query = given(request.query, contract.query)
        let free = Set(
            (contract.allowedHeaders + contract.headers.filter(\.isSchema).map(\.name)).map { $0.lowercased() })
        headers = request.headers.reduce(into: [:]) { headers, header in
            let name = header.name.lowercased()
            guard !free.contains(name) else { return }
            // Each multipart body has a new boundary.
            let media = name == "content-type" ? MediaType(header.value) : nil
            headers[name] = media?.parameters["boundary"] != nil ? media?.essence : header.value
        }
        let (body, type) = (request.message.body ?? [], request.message.contentType)
        switch contract.body {
        case .schema, .text(.schema), .bytes(.rule): self.body = .described
        case .form(let fields): self.body = .form(given(QueryPairs(form: body), fields))
        case .multipart(let parts):
            let given = RequestKey.Body(Self.masked(body, type, parts), mediaType: type)
            // An unreadable body is reported elsewhere, and its boundary varies.
            if case .multipart = given { self.body = .given(given) } else { self.body = .described }
        case .none, .json, .xml, .graphql, .text(.value), .bytes(.base64):
            self.body = .given(RequestKey.Body(body, mediaType: type))
        }
    }

    private static let described = "{schema}"

    /// Replaces the described parts of a multipart body by a placeholder.
    private static func masked(_ bytes: [UInt8], _ mediaType: MediaType, _ contracts: [PartContract]) -> [UInt8] {
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
                case .schema(let schema):
                    schema.templates.isEmpty && JSON(ifValid: part.bytes).map(schema.schema.schema.accepts) ?? false
                case .bytes(.rule(let rule)): rule.fault(of: part.bytes, "") == nil
                case .text, .json, .bytes(.base64): false
                }
            let isAnyName = contract.filename == .any && part.filename != nil
            return MultipartBody.Part(
                name: part.name, filename: isAnyName ? described : part.filename, content: part.content,
                bytes: isDescribed ? Array(described.utf8) : part.bytes)
        }
        return MultipartBody(parts: parts).bytes(boundary: mediaType.parameters["boundary"] ?? "")
    }
}

extension NamedExpectation {
    var isSchema: Bool { if case .schema = expectation { true } else { false } }
}

extension Contract {
    /// Returns a canonical request for the endpoint and arguments, or the request itself if it matches no endpoint.
    ///
    /// Spelling does not matter: 12.50 is 12.5, and an instant may be in another zone.
    func meaning(of request: RecordedRequest) -> RecordedRequest {
        for endpoint in endpoints {
            guard let expected = endpoint.request,
                let values = ArgumentExtraction.arguments(of: request, endpoint: endpoint),
                // Recordings are not searched by headers.
                RequestMatcher(expected, of: endpoint, in: self, values, isRecorded: true)
                    .mismatches(of: request).allSatisfy({ $0.rule == RequestRule.header.id })
            else { continue }
            return RecordedRequest(
                method: "CALL", url: "call:/" + [endpoint.name].encodedPath,
                body: JSON.object(JSONObject(meanings(of: values, expected, endpoint))).bytes())
        }
        return request
    }

    private func meanings(
        of values: [String: JSON], _ request: RequestContract, _ endpoint: EndpointContract
    ) -> [(String, JSON)] {
        let headers = request.headers.flatMap(\.templates).map(\.pointer)
        let templates = request.templates.filter { !headers.contains($0.pointer) }
        let unordered = request.query.filter { $0.style.map { $0.explode && !$0.isOrdered } ?? true }
            .flatMap(\.templates).map(\.pointer)
        return endpoint.arguments.compactMap { argument in
            let places = templates.filter { $0.template.placeholders.contains(.name(argument.name)) }
            guard !places.isEmpty, let value = values[argument.name], value != argument.documentedDefault else {
                return nil
            }
            // Null counts only if the contract distinguishes it from absence.
            if value.isNull, !places.contains(where: { $0.template.nilForm == .distinct }) { return nil }
            let meaning = argument.normalized(value)
            guard let elements = meaning.arrayValue, places.allSatisfy({ unordered.contains($0.pointer) }) else {
                return (argument.name, meaning)
            }
            return (argument.name, .array(elements.sorted { $0.text(.compact) < $1.text(.compact) }))
        }
    }
}
