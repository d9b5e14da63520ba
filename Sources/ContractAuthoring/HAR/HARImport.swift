import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Turns what a browser or a proxy recorded into the recordings of a service.
///
/// An entry becomes the recording of the case whose request and response it is. Its request headers become those that
/// the contract names, for a browser sends others than the client; everything else stays as it was exchanged.
/// Cases of endpoints without a request of their own, and scenarios, are not imported: a HAR does not tell which entries
/// belong to one call.
package struct HARImport: Sendable {
    /// What became of the entries.
    package struct Outcome: Sendable {
        /// What was written, in the order of the files.
        package var recordings: [RecordingChange] = []
        /// What looks like a credential, a line each with its place.
        package var suspicions: [String] = []
        /// The entries that were not taken.
        package var unmatched: [Unmatched] = []
    }

    /// An entry that was not taken.
    package struct Unmatched: Sendable, CustomStringConvertible {
        package let entry: Int
        /// Method, origin and path: a query may hold a secret.
        package let summary: String
        package let reason: String

        package var description: String { "entry \(entry), \(summary): \(reason)" }
    }

    private let service: LoadedService
    private let contract: Contract
    private let environment: [String: String]
    private let recorder: Recorder
    private let secrets: ContractSecrets
    /// Whether cases that have a recording keep it.
    private let onlyMissing: Bool

    /// Imports a HAR and commits what it brought.
    ///
    /// - Throws: `StoreError`.
    package static func run(
        _ har: Recording, into suite: ContractSuite, service: LoadedService, contract: Contract, _ options: Options
    ) throws -> Outcome {
        let recorder = try Recorder(folder: suite.recordings, options.recording)
        let importer = HARImport(
            service: service, contract: contract, environment: options.environment, recorder: recorder,
            secrets: ContractSecrets(of: contract),
            onlyMissing: options.selection.onlyMissing)
        var outcome = Outcome()
        var taken: Set<String> = []
        for (index, exchange) in har.entries.enumerated() {
            if let reason = try importer.take(exchange, &taken, &outcome) {
                outcome.unmatched.append(Unmatched(entry: index, summary: exchange.summary, reason: reason))
            }
        }
        outcome.recordings = try recorder.finish()
        return outcome
    }

    /// Takes an entry, or says why it was not.
    private func take(_ exchange: HTTPExchange, _ taken: inout Set<String>, _ outcome: inout Outcome) throws -> String?
    {
        guard exchange.response.status > 0 else { return "it has no response" }
        var reasons: [(weight: Int, text: String)] = []
        for endpoint in contract.endpoints {
            guard let candidate = HARCandidate(exchange, endpoint, contract) else { continue }
            for testCase in endpoint.cases {
                let match = candidate.match(testCase, environment)
                let name = "\(endpoint.name)/\(testCase.name)"
                guard match.mismatches.isEmpty else {
                    let redaction = Redaction(secrets: match.secrets)
                    let first = match.mismatches[0].text.redacted(redaction.redacted).rendered()
                    reasons.append((match.mismatches.count, redaction.redacted("\(name): \(first)")))
                    continue
                }
                let file = RecordingName.file(service: contract.service, endpoint: endpoint.name, case: testCase.name)
                guard taken.insert(file).inserted else {
                    reasons.append((0, "\(name) has an entry already, and the first one counts"))
                    continue
                }
                if onlyMissing, service.library.contains(file) { return nil }
                let found = match.secrets + secrets.captured(from: match.exchange, of: endpoint)
                let suspects = try recorder.record(
                    RecordedCall(
                        exchanges: [match.exchange], file: file, secrets: found,
                        redaction: secrets.redaction(found, of: [endpoint]), origin: contract.origin),
                    effects: ModelEffects(service: service, endpoints: [endpoint]))
                outcome.suspicions += suspects.map { "\($0.place): \($0.text)" }
                return nil
            }
            if endpoint.cases.isEmpty { reasons.append((0, "\(endpoint.name) has no case")) }
        }
        return reasons.min { $0.weight < $1.weight }?.text
            ?? "no endpoint of '\(contract.service)' has this origin, method, path and query"
    }
}

extension HTTPExchange {
    fileprivate var summary: String {
        guard var url = URLComponents(string: request.url) else { return request.method }
        (url.query, url.fragment, url.user, url.password) = (nil, nil, nil, nil)
        return "\(request.method) \(url.string ?? "")"
    }
}

/// An entry of a HAR whose request may be one of an endpoint's.
private struct HARCandidate {
    /// The entry as the recording of a case.
    struct Match {
        let exchange: HTTPExchange
        let secrets: [Secret]
        /// Why it is no exchange of the case.
        let mismatches: [Finding]
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
            RequestMatcher(contract: request, of: endpoint, origin: origin, value: value)
                .mismatches(of: $0, ignoringTimeout: true)
        }
        let responses = ResponseMatcher(
            endpoint: endpoint, outcome: testCase.outcome, pointer: testCase.pointer, value: value
        ).match(exchange.response, to: exchange.request.url).mismatches
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
