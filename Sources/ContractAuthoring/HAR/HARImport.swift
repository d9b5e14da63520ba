import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// An importer that converts recordings of a browser or proxy into recordings of a service.
///
/// An entry becomes the recording of the case that it matches. Its request header fields are reduced to those that the
/// contract names, because a browser sends others than the client. Scenarios and cases of endpoints without their own
/// request are not imported, because a HAR does not group entries into calls.
package struct HARImport: Sendable {
    package struct Outcome: Sendable {
        package var recordings: [RecordingChange] = []
        /// Suspected credentials, one line each, with their places.
        package var suspicions: [String] = []
        package var unmatched: [Unmatched] = []
    }

    package struct Unmatched: Sendable, CustomStringConvertible {
        package let entry: Int
        /// Method, origin, and path, without possible secrets.
        package let summary: String
        package let reason: String
        /// Whether the entry resembles a case but differs from it.
        package let isLikeCase: Bool

        package var description: String { "entry \(entry + 1), \(summary): \(reason)" }
    }

    private let service: LoadedService
    private let contract: Contract
    private let environment: [String: String]
    private let recorder: Recorder
    private let secrets: ContractSecrets
    /// Whether existing recordings are kept.
    private let onlyMissing: Bool
    /// The provenance of the whole HAR; `nil` if another program wrote it.
    private let provenance: Recording.Provenance?
    private let cases: [String: CaseIndex]

    private struct Mismatch: Error {
        let text: String
        var isLikeCase = false
    }

    /// - Throws: `StoreError`.
    package static func run(
        _ har: Recording, service: LoadedService, contract: Contract, _ options: Options
    ) throws -> Outcome {
        let recorder = try Recorder(folder: service.library.folder, options.recording)
        let importer = HARImport(
            service: service, contract: contract, environment: options.environment, recorder: recorder,
            secrets: ContractSecrets(of: contract), onlyMissing: options.selection.onlyMissing,
            provenance: har.provenance,
            cases: Dictionary(contract.endpoints.map { ($0.name, CaseIndex($0)) }) { first, _ in first })
        var outcome = Outcome()
        var matched: [HARCandidate.Match] = []
        var files: Set<String> = []
        for (index, exchange) in har.entries.enumerated() {
            do throws(Mismatch) { matched.append(try importer.match(exchange, &files)) } catch {
                outcome.unmatched.append(
                    Unmatched(
                        entry: index, summary: "\(exchange.request.method) \(RedactedURL.text(exchange.request.url))",
                        reason: error.text, isLikeCase: error.isLikeCase))
            }
        }
        // Responses may contain values that other requests send, such as the token of a login.
        let sent = matched.flatMap(\.secrets).distinct
        for entry in matched { outcome.suspicions += try importer.record(entry, besides: sent) }
        outcome.recordings = try recorder.finish()
        return outcome
    }

    private func record(_ entry: HARCandidate.Match, besides sent: [Secret]) throws -> [String] {
        let file = contract.file(of: entry.testCase, entry.endpoint)
        if onlyMissing, service.library.contains(file) { return [] }
        let found = entry.secrets + sent + secrets.captured(from: entry.exchange, of: entry.endpoint)
        var call = RecordedCall(
            exchanges: [entry.exchange], file: file, secrets: found,
            redaction: secrets.redaction(found, of: [entry.endpoint]), origin: contract.origin)
        call.provenance =
            provenance
            ?? Recording.Provenance(origin: contract.origin, provider: .live, recordedAt: entry.exchange.started)
        let suspects = try recorder.record(call, effects: ModelEffects(service: service, endpoints: [entry.endpoint]))
        return suspects.map { "\($0.place): \($0.text)" }
    }

    /// Bounds the time for requests that match no case.
    private static let maximumFurtherCases = 100

    private func match(_ exchange: HTTPExchange, _ files: inout Set<String>) throws(Mismatch) -> HARCandidate.Match {
        guard exchange.response.status > 0 else { throw Mismatch(text: "it has no response") }
        var differing: [HARCandidate.Match] = []
        var others: [String] = []
        for (candidate, index) in candidates(for: exchange) {
            let taken = others.count
            // An equal value may be written differently, so other cases follow the likely ones.
            let further = Array(index.cases.prefix(Self.maximumFurtherCases))
            for cases in [index.likelyCases(for: candidate.arguments), further] where others.count == taken {
                for testCase in cases {
                    let match = candidate.match(testCase, environment)
                    if !match.mismatches.isEmpty {
                        differing.append(match)
                    } else if files.insert(contract.file(of: testCase, match.endpoint)).inserted {
                        return match
                    } else {
                        others.append("\(match.name) already has an entry, and the first entry is used")
                    }
                }
            }
            if candidate.endpoint.cases.isEmpty { others.append("\(candidate.endpoint.name) has no case") }
        }
        if let first = others.first { throw Mismatch(text: first) }
        guard let nearest = differing.min(by: { $0.mismatches.count < $1.mismatches.count }),
            let first = nearest.mismatches.first
        else { throw Mismatch(text: "no endpoint of '\(contract.service)' has this origin, method, path and query") }
        let redaction = Redaction(secrets: nearest.secrets + exchange.likelySecrets(isPathKnown: false))
        let message = first.text.redacted(redaction.redacted).rendered()
        throw Mismatch(text: redaction.redacted("\(nearest.name): \(message)"), isLikeCase: true)
    }

    private func candidates(for exchange: HTTPExchange) -> [(HARCandidate, CaseIndex)] {
        guard let path = exchange.request.components?.percentEncodedPath else { return [] }
        return contract.endpoints.compactMap { endpoint in
            guard endpoint.request?.method == exchange.request.method, ArgumentExtraction.takes(path: path, endpoint),
                let candidate = HARCandidate(exchange, endpoint, contract), let index = cases[endpoint.name]
            else { return nil }
            return (candidate, index)
        }
    }
}

private struct HARCandidate {
    struct Match {
        let endpoint: EndpointContract
        let testCase: CaseContract
        let exchange: HTTPExchange
        let secrets: [Secret]
        let mismatches: [Finding]

        var name: String { "\(endpoint.name)/\(testCase.name)" }
    }

    let endpoint: EndpointContract
    /// The arguments that could be read back from the request.
    let arguments: [String: JSON]
    private let exchange: HTTPExchange
    private let request: RequestContract
    private let origin: String

    /// Returns `nil` if origin, method, path, or query names differ from the endpoint's.
    init?(_ exchange: HTTPExchange, _ endpoint: EndpointContract, _ contract: Contract) {
        let origin = contract.origin(of: endpoint)
        guard let request = endpoint.request, URLText(origin).origin == URLText(exchange.request.url).origin,
            let arguments = ArgumentExtraction.arguments(of: exchange.request, endpoint: endpoint)
        else { return nil }
        self.exchange = exchange
        self.endpoint = endpoint
        self.request = request
        self.origin = origin
        self.arguments = arguments
    }

    func match(_ testCase: CaseContract, _ environment: [String: String]) -> Match {
        var values: [String: JSON] = [:]
        var secrets: [Secret] = []
        for argument in testCase.arguments {
            values[argument.name] = argument.value.filled { placeholder in
                guard case .environment(let name) = placeholder else { return nil }
                // Browsers omit credentials from exports, so the placeholder takes their place.
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
        // No check reads the browser's other notes, and they may identify its user.
        exchange.extras = nil
        let requests = RequestMatcher(contract: request, of: endpoint, origin: origin, value: value)
            .mismatches(of: exchange.request)
        let responses = ResponseMatcher(
            endpoint: endpoint, outcome: testCase.outcome, pointer: testCase.pointer, value: value
        ).mismatches(of: exchange.response, to: exchange.request.url)
        return Match(
            endpoint: endpoint, testCase: testCase, exchange: exchange, secrets: secrets,
            mismatches: (requests + responses).filter { $0.severity == .error })
    }

    /// Returns the header fields that the contract names, with the contract's values or else those of the entry.
    private func headers(_ value: (Placeholder) -> JSON?) -> HeaderFields {
        var headers: HeaderFields = [:]
        for header in request.headers {
            switch header.expectation {
            case .value(let template): headers[header.name] = template.filled(value)?.plainText
            case .schema: headers[header.name] = exchange.request.headers[header.name]
            }
        }
        // The type of a multipart body names its boundary, which differs each time.
        let isMultipart = exchange.request.headers.mediaType.isMultipart
        for name in request.allowedHeaders + (isMultipart ? ["Content-Type"] : []) where headers[name] == nil {
            headers[name] = exchange.request.headers[name]
        }
        return headers
    }
}
