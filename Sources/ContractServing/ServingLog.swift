import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// A violation of the contract by a request, or by the proxied server's response.
package struct ServingFinding: Sendable, Hashable {
    package let rule: String
    package let message: String
    package var expected: String?
    package var found: String?
    /// The place in the contract, or `nil` if no endpoint matches.
    package var place: Place?
}

extension ServingFinding {
    init(_ mismatch: Finding, in contract: Contract, _ redaction: ServingRedaction) {
        self.init(
            rule: mismatch.rule, message: mismatch.text.redacted(redaction.redacted).rendered(),
            expected: mismatch.expectation?.redacted(redaction.redacted).rendered(),
            found: mismatch.observation?.redacted(redaction.redacted).rendered(),
            place: contract.place(of: mismatch.pointer))
    }

    package var json: JSON {
        JSON.present([
            ("rule", .string(rule)), ("message", .string(message)), ("expected", expected.map(JSON.string)),
            ("found", found.map(JSON.string)), ("contract", place?.json),
        ])
    }
}

package struct ServingEntry: Sendable {
    package enum Source: Sendable, Hashable {
        case recorded(file: String, entry: Int)
        case made
        case stored
        case proxied(to: String)
        /// No contract response: the request violates the contract.
        case refused
        /// No contract response: no sign-in issued the request's credential.
        case denied
        /// A CORS preflight request.
        case preflight

        var isRecorded: Bool { if case .recorded = self { true } else { false } }

        package var description: String {
            switch self {
            case .recorded(let file, let entry):
                entry == 0 ? "recorded in \(file)" : "recorded in \(file), entry \(entry + 1)"
            case .made: "made up from the schema"
            case .stored: "a stored resource"
            case .proxied(let origin): "passed to \(origin)"
            case .refused: "refused"
            case .denied: "refused: no sign-in has issued this credential"
            case .preflight: "preflight"
            }
        }
    }

    package let method: String
    /// The path and query without secrets.
    package let target: String
    package var service: String?
    package var endpoint: String?
    package let status: Int
    package let source: Source
    package var findings: [ServingFinding] = []
    /// The beginning of the text body without secrets.
    package var requestBody = ""
    package var responseBody = ""
}

extension ServingEntry {
    /// Creates the entry of an exchange without its secrets.
    init(
        _ request: RecordedRequest, _ call: ServedCall?, source: Source, findings: [ServingFinding]? = nil,
        response: RecordedResponse
    ) {
        let redaction = ServingRedaction(request, call, response)
        let (request, response) = (redaction.redacted(request), redaction.redacted(response))
        self.init(
            method: request.method, target: request.url, service: call?.contract.service,
            endpoint: call?.endpoint.name, status: response.status, source: source,
            findings: findings ?? call.map { call in
                call.mismatches.map { ServingFinding($0, in: call.contract, redaction) }
            } ?? [],
            requestBody: Self.text(of: request.body ?? []), responseBody: Self.text(of: response.body))
    }

    /// Creates the entry of a proxied exchange, with the violations of its response.
    init(_ request: RecordedRequest, _ call: ServedCall?, proxiedTo origin: String, _ response: RecordedResponse) {
        let redaction = ServingRedaction(request, call, response)
        let findings = call.map { call in
            let matcher = ResponseMatcher(endpoint: call.endpoint, outcome: nil, pointer: call.endpoint.pointer) {
                call.values[$0]
            }
            let mismatches = matcher.mismatches(of: response, to: call.request.url).filter { $0.severity == .error }
            return (call.mismatches + mismatches).map { ServingFinding($0, in: call.contract, redaction) }
        }
        self.init(request, call, source: .proxied(to: origin), findings: findings, response: response)
    }

    init(_ request: RecordedRequest, _ call: ServedCall?, proxiedTo origin: String, failing reason: String) {
        let finding = ServingFinding(rule: "network", message: ServingRedaction(request, call).redacted(reason))
        self.init(
            request, call, source: .proxied(to: origin), findings: [finding], response: RecordedResponse(status: 502))
    }

    private static func text(of body: [UInt8]) -> String {
        if body.isEmpty { return "" }
        let beginning = body.prefix(2000)
        // The cut may split the last character.
        let text = String(decoding: beginning, as: UTF8.self)
        let broken = text.unicodeScalars.count { $0 == "\u{FFFD}" || $0 == "\u{0}" }
        guard broken <= 1 else { return "\(body.count) bytes" }
        return body.count > beginning.count ? "\(text)… (\(body.count) bytes)" : text
    }

    package var isFault: Bool { !findings.isEmpty }
}

/// The counts of all requests and the latest entries.
package struct ServingLog: Sendable {
    package static let maximumCount = 500

    /// Up to twice the maximum number of entries, oldest first.
    private var entries: [ServingEntry] = []
    package private(set) var count = 0
    package private(set) var faults = 0

    package init() {}

    package mutating func append(_ entry: ServingEntry) {
        count += 1
        if entry.isFault { faults += 1 }
        if entries.count == 2 * Self.maximumCount { entries.removeFirst(Self.maximumCount) }
        entries.append(entry)
    }

    /// The latest entries, newest first, numbered from 1.
    package var latest: [(number: Int, entry: ServingEntry)] {
        let kept = entries.suffix(Self.maximumCount)
        return zip((count - kept.count + 1)..., kept).map { ($0, $1) }.reversed()
    }

    package var json: JSON {
        let entries = latest.map { number, entry -> JSON in
            JSON.present([
                ("number", JSON(number)), ("method", .string(entry.method)), ("target", .string(entry.target)),
                ("status", JSON(entry.status)), ("answer", .string(entry.source.description)),
                ("service", entry.service.map(JSON.string)), ("endpoint", entry.endpoint.map(JSON.string)),
                ("findings", .array(entry.findings.map(\.json))),
            ])
        }
        return ["requests": JSON(count), "faults": JSON(faults), "log": .array(entries)]
    }
}
