import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A request as interpreted by the contract of one endpoint.
package struct ServedCall: Sendable {
    package let contract: Contract
    package let endpoint: EndpointContract
    /// The request with a URL of the contract's origin.
    package let request: RecordedRequest
    package let values: [Placeholder: JSON]
    package let mismatches: [Finding]
    /// Whether the client has sent a request of this endpoint before, as for the next page of a list.
    var isRepeated = false
    /// The largest number of rows in a list, if the client asks for pages.
    var limit: Int?

    package var origin: String { contract.origin(of: endpoint) }
    package var isSafe: Bool { SafeMethods.contains(endpoint.request?.method ?? "GET") }

    package var arguments: [String: JSON] {
        values.reduce(into: [:]) { arguments, pair in
            if case .name(let name) = pair.key { arguments[name] = pair.value }
        }
    }
}

/// Finds the endpoint of a request, in contract order.
package struct RequestRouter: Sendable {
    package enum Route: Sendable {
        /// The call of the endpoint with this method and path whose contract the request violates least.
        case call(ServedCall)
        /// The methods of the endpoints with this path.
        case otherMethod([String])
        case unknown
    }

    private let endpoints: [(contract: Contract, endpoint: EndpointContract)]

    package init(_ contracts: [Contract]) {
        endpoints = contracts.flatMap { contract in
            contract.endpoints.filter { $0.request != nil }.map { (contract, $0) }
        }
    }

    package var known: [String] {
        endpoints.compactMap { _, endpoint in endpoint.request.map { "\($0.method) \($0.path.written)" } }
    }

    package func methods(ofPath path: String) -> [String] {
        let methods = endpoints.filter { ArgumentExtraction.takes(path: path, $0.endpoint) }
            .compactMap(\.endpoint.request?.method)
        return Set(methods).sorted()
    }

    /// - Parameter request: a request with a path and query as its URL.
    package func route(_ request: RecordedRequest) -> Route {
        let path = String(request.url.beforeQuery)
        let taking = endpoints.filter { ArgumentExtraction.takes(path: path, $0.endpoint) }
        // HEAD is GET without a response body (RFC 9110, section 9.3.2).
        let isHead = request.method == "HEAD" && !taking.contains { $0.endpoint.request?.method == "HEAD" }
        let method = isHead ? "GET" : request.method
        let calls = taking.compactMap { contract, endpoint in call(request, as: method, contract, endpoint) }
        if let nearest = calls.min(by: { $0.mismatches.count < $1.mismatches.count }) { return .call(nearest) }
        let methods = methods(ofPath: path)
        return methods.isEmpty ? .unknown : .otherMethod(methods)
    }

    /// Returns the request for the unfiltered list at a path, or `nil` if no endpoint reads it.
    package func list(at path: String, in contract: Contract) -> ServedCall? {
        let endpoint = contract.endpoints.first {
            $0.request?.method == "GET" && ArgumentExtraction.takes(path: path, $0)
        }
        guard let endpoint else { return nil }
        let request = RecordedRequest(method: "GET", url: contract.origin(of: endpoint) + path)
        return ServedCall(contract: contract, endpoint: endpoint, request: request, values: [:], mismatches: [])
    }

    private func call(
        _ request: RecordedRequest, as method: String, _ contract: Contract, _ endpoint: EndpointContract
    ) -> ServedCall? {
        guard let expected = endpoint.request, expected.method == method else { return nil }
        let origin = contract.origin(of: endpoint)
        var sent = request
        sent.method = method
        sent.url = origin + request.url.plusesAsSpaces
        sent.headers = HeaderFields(request.headers.fields.filter { !$0.isOfTransport(beside: expected) })
        guard sent.components != nil else { return nil }
        // A body of another GraphQL operation holds no arguments.
        let values = ArgumentExtraction.values(of: sent, endpoint: endpoint, allowsOtherQuery: true) ?? [:]
        let mismatches = RequestMatcher(contract: expected, of: endpoint, origin: origin) { values[$0] }
            .mismatches(of: sent)
        return ServedCall(
            contract: contract, endpoint: endpoint, request: sent, values: values,
            mismatches: (mismatches + argumentMismatches(values, endpoint)).filter { $0.severity == .error })
    }

    private func argumentMismatches(_ values: [Placeholder: JSON], _ endpoint: EndpointContract) -> [Finding] {
        endpoint.arguments.compactMap { argument in
            if argument.isSecret { return nil }
            let schema = argument.schema
            guard let value = values[.name(argument.name)] else {
                // An empty list may send nothing.
                return argument.isOptional || schema.schema.accepts([]) || !endpoint.reads(argument)
                    ? nil
                    : Finding(
                        RequestRule.argument, "the argument '\(argument.name)' is missing",
                        expected: .excerpt(schema.json), found: "nothing", at: schema.pointer)
            }
            if schema.schema.accepts(value) { return nil }
            return Finding(
                RequestRule.argument, "the argument '\(argument.name)' violates its schema",
                expected: .excerpt(schema.json), found: .excerpt(value), at: schema.pointer)
        }
    }
}

extension EndpointContract {
    /// Whether an argument is a whole pair, header or member, so that it can be read back from each request with it.
    fileprivate func reads(_ argument: ArgumentContract) -> Bool {
        guard let request else { return false }
        let body =
            switch request.body {
            case .json, .form: request.body.templates(at: request.bodyPointer)
            // Schemas and other formats do not determine a place for each argument.
            case .none, .schema, .text, .bytes, .xml, .multipart, .graphql: [PlacedTemplate]()
            }
        return ((request.query + request.headers).flatMap(\.templates) + body).contains {
            $0.template.solePlaceholder == .name(argument.name)
        }
    }
}

extension String {
    /// The request target with `%20` for each `+` in the query, as sent by Pact's verifier. Both mean a space.
    fileprivate var plusesAsSpaces: String {
        guard let query = firstIndex(of: "?"), self[query...].contains("+") else { return self }
        return String(self[..<query]) + self[query...].replacing("+", with: "%20")
    }
}

extension Template {
    package var written: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .placeholder(let slot): slot.placeholder.text
            }
        }.joined()
    }
}

extension HeaderFields.Field {
    private static let ofTransport: Set<String> = [
        "accept-encoding", "accept-language", "cache-control", "connection", "content-length", "cookie", "dnt",
        "expect", "host", "if-modified-since", "if-none-match", "keep-alive", "origin", "pragma", "priority", "referer",
        "te",
        "transfer-encoding", "upgrade-insecure-requests", "user-agent", "x-requested-with",
    ]

    /// Whether browsers or HTTP stacks add the header field automatically and the contract does not name it.
    fileprivate func isOfTransport(beside contract: RequestContract) -> Bool {
        let lower = name.lowercased()
        if contract.headers.contains(where: { $0.name.lowercased() == lower }) { return false }
        // URLSession's default Content-Type for a body is a form.
        if lower == "content-type" { return value == "application/x-www-form-urlencoded" }
        // Browsers end their preferences with `*/*`.
        if lower == "accept" { return value.contains("*/*") }
        return Self.ofTransport.contains(lower) || lower.hasPrefix("sec-")
    }
}
