import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The parts of requests that a contract describes by a schema, such as a nonce: what they hold may differ from call to call.
struct DescribedParts: Sendable {
    private static let placeholder = "{schema}"

    private let endpoints: [EndpointContract]

    /// The parts of all endpoints' requests.
    init(of contract: Contract) {
        endpoints = contract.endpoints.filter { endpoint in
            guard let request = endpoint.request else { return false }
            switch request.body {
            case .schema: return true
            case .form(let fields) where fields.contains(where: \.isSchema): return true
            case .none, .json, .form: return request.query.contains(where: \.isSchema)
            }
        }
    }

    var isEmpty: Bool { endpoints.isEmpty }

    /// The request with one text for every part that its schema accepts; as it is where no endpoint sends it.
    @Sendable func takenOut(of request: RecordedRequest) -> RecordedRequest {
        guard let sent = request.urlRequest,
            let contract = endpoints.first(where: { ArgumentExtraction.arguments(of: sent, endpoint: $0) != nil })?
                .request
        else { return request }
        var request = request
        if let question = request.url.firstIndex(of: "?") {
            let pairs = QueryPairs(percentEncoded: String(request.url[request.url.index(after: question)...]))
            request.url = request.url[...question] + Self.text(of: pairs, contract.query)
        }
        switch (contract.body, request.body) {
        case (.schema(let schema), let body?):
            do {
                if schema.schema.accepts(try JSON(parsing: body)) { request.body = Array(Self.placeholder.utf8) }
            } catch {
                return request  // What is no JSON breaks the schema, and is compared as it is.
            }
        case (.form(let fields), let body?):
            request.body = Array(Self.text(of: QueryPairs(form: body), fields).utf8)
        case (.none, _), (.json, _), (_, nil): break
        }
        return request
    }

    private static func text(of pairs: QueryPairs, _ expectations: [NamedExpectation]) -> String {
        pairs.pairs.map { pair in
            let isDescribed = expectations.contains { expectation in
                guard expectation.name == pair.name, case .schema(let schema) = expectation.expectation else {
                    return false
                }
                return schema.schema.accepts(.string(pair.value))
            }
            return TemplatePath.encoded([pair.name]) + "="
                + TemplatePath.encoded([isDescribed ? placeholder : pair.value])
        }.joined(separator: "&")
    }
}

extension NamedExpectation {
    /// Whether the contract describes the value by a schema instead of giving it.
    var isSchema: Bool { if case .schema = expectation { true } else { false } }
}
