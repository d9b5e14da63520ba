import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// An entry of a HAR whose request may be one of an endpoint's.
struct HARCandidate {
    /// The entry as the recording of a case.
    struct Match {
        let exchange: HTTPExchange
        let secrets: [Secret]
        /// Why it is no exchange of the case.
        let mismatches: [Mismatch]
    }

    private let exchange: HTTPExchange
    private let endpoint: EndpointContract
    private let request: RequestContract
    private let origin: String
    private let arguments: [String: JSON]

    /// `nil` where origin, method, path or query names are not the endpoint's.
    init?(_ exchange: HTTPExchange, _ endpoint: EndpointContract, _ contract: Contract) {
        let origin = endpoint.origin ?? contract.origin
        guard let request = endpoint.request, let sent = exchange.request.urlRequest, let url = sent.url,
            URL(string: origin)?.isSameOrigin(as: url) == true,
            let arguments = ArgumentExtraction.arguments(of: sent, endpoint: endpoint)
        else { return nil }
        self.exchange = exchange
        self.endpoint = endpoint
        self.request = request
        self.origin = origin
        self.arguments = arguments
    }

    /// Compares the entry with a case: its arguments, and what it must come to.
    func match(_ testCase: CaseContract, _ environment: [String: String]) -> Match {
        var values: [String: JSON] = [:]
        var secrets: [Secret] = []
        for argument in testCase.arguments {
            values[argument.name] = argument.value.filled { placeholder in
                guard case .environment(let name) = placeholder else { return nil }
                // Browsers leave credentials out of what they export; their place is the placeholder's then.
                let found = arguments[argument.name]?.stringValue ?? environment[name] ?? placeholder.text
                secrets.append(Secret(value: found, placeholder: placeholder.text))
                return .string(found)
            }
        }
        let value: (Placeholder) -> JSON? = { placeholder in
            switch placeholder {
            case .name(let name): values[name]
            case .environment(let name): .string(environment[name] ?? placeholder.text)
            }
        }
        var exchange = exchange
        exchange.request.headers = headers(value)
        // What a browser notes of an entry besides is nothing that a check reads, and may tell of its user.
        exchange.extras = nil
        let requests = exchange.request.urlRequest.map {
            RequestMatcher(contract: request, origin: origin, value: value).mismatches(of: $0, ignoringTimeout: true)
        }
        let responses = ResponseMatcher(
            endpoint: endpoint, outcome: testCase.outcome, pointer: testCase.pointer, value: value
        ).match(exchange.response).mismatches
        return Match(
            exchange: exchange, secrets: secrets,
            mismatches: ((requests ?? []) + responses).filter { $0.severity == .error })
    }

    /// The headers that the contract names: with the values it gives, or else with those of the entry.
    private func headers(_ value: (Placeholder) -> JSON?) -> HeaderFields {
        var headers: HeaderFields = [:]
        for header in request.headers {
            switch header.expectation {
            case .value(let template): headers[header.name] = template.filled(value)?.plainText
            case .schema: headers[header.name] = exchange.request.headers[header.name]
            }
        }
        for name in request.allowedHeaders where headers[name] == nil {
            headers[name] = exchange.request.headers[name]
        }
        return headers
    }
}

extension URL {
    fileprivate func isSameOrigin(as other: URL) -> Bool {
        func effectivePort(_ url: URL) -> Int? { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }
        return scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
            && effectivePort(self) == effectivePort(other)
    }
}
