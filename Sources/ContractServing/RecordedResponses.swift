import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// The recorded exchanges of one service, by endpoint and request arguments.
///
/// Parts described by a schema, such as a nonce, may differ. A recorded secret is a placeholder for any value.
struct RecordedResponses: Sendable {
    struct Entry: Sendable {
        let file: String
        let index: Int
        let isOfScenario: Bool
        let request: RecordedRequest
        let values: [Placeholder: JSON]
        let response: RecordedResponse
    }

    private let entries: [String: [Entry]]
    let known: SampleStrings

    init(of contract: Contract, in library: RecordingLibrary) {
        var entries: [String: [Entry]] = [:]
        var known = SampleStrings()
        let scenarios = Set(contract.scenarios.map { contract.file(of: $0) })
        for wanted in contract.recordings {
            guard case .success(let loaded) = library.recording(wanted.file) else { continue }
            for (index, exchange) in loaded.recording.entries.enumerated() where exchange.response.status > 0 {
                let found = wanted.endpoints.lazy.compactMap { endpoint in
                    ArgumentExtraction.values(of: exchange.request, endpoint: endpoint).map { (endpoint, $0) }
                }.first
                guard let (endpoint, values) = found else { continue }
                if (200..<300).contains(exchange.response.status), let json = endpoint.json(of: exchange.response) {
                    known.note(json.json)
                }
                entries[endpoint.name, default: []].append(
                    Entry(
                        file: wanted.file, index: index, isOfScenario: scenarios.contains(wanted.file),
                        request: exchange.request, values: values, response: exchange.response))
            }
        }
        self.entries = entries
        self.known = known
    }

    /// Returns the entry that matches a call best, preferring the first of equal ones.
    ///
    /// - Parameters:
    ///   - steps: the last played entry of each running scenario, by file.
    ///   - environment: the values of the variables that recorded placeholders name.
    func entry(for call: ServedCall, steps: [String: Int], environment: [String: String]) -> Entry? {
        let matching = (entries[call.endpoint.name] ?? []).compactMap { entry in
            Match(entry, call, environment).map { (entry, $0.rank(steps)) }
        }
        return matching.max { $0.1 < $1.1 }?.0
    }

    func response(status: Int, of endpoint: EndpointContract) -> RecordedResponse? {
        entries[endpoint.name]?.first { $0.response.status == status }?.response
    }

    /// Returns the recorded pages with the call's path and filters, or all pages with its path if no filters match.
    func pages(of call: ServedCall) -> [RecordedResponse] {
        let pages = (entries[call.endpoint.name] ?? []).filter {
            !$0.isOfScenario && (200..<300).contains($0.response.status)
                && $0.request.url.beforeQuery == call.request.url.beforeQuery
        }
        let filters = Set(ListQuery(call.request, of: call.endpoint).filters)
        let same = pages.filter { Set(ListQuery($0.request, of: call.endpoint).filters) == filters }
        return (same.isEmpty ? pages : same).map(\.response)
    }

    /// Returns the scenarios for which a call is the next step, by file.
    func steps(of call: ServedCall, after steps: [String: Int]) -> [String: Int] {
        (entries[call.endpoint.name] ?? []).reduce(into: [:]) { next, entry in
            guard entry.isOfScenario, entry.index == (steps[entry.file] ?? -1) + 1 || entry.index == 0,
                Match(entry, call, [:]) != nil
            else { return }
            next[entry.file] = max(next[entry.file] ?? 0, entry.index)
        }
    }

    /// A recorded request with the arguments of a call, and the confidence of the match.
    private struct Match {
        let entry: Entry
        /// The number of secrets known to equal the recorded ones, minus those known to differ.
        private var known = 0
        private let isUnsafe: Bool

        init?(_ entry: Entry, _ call: ServedCall, _ environment: [String: String]) {
            self.entry = entry
            isUnsafe = !SafeMethods.contains(call.endpoint.request?.method ?? "GET")
            for (placeholder, recorded) in entry.values {
                let sent = call.values[placeholder]
                if sent == recorded {
                    if call.endpoint.isSecret(placeholder) { known += 1 }
                    continue
                }
                guard call.endpoint.isSecret(placeholder) || recorded.isPlaceholder else { return nil }
                if case .environment(let name)? = recorded.solePlaceholder, let value = environment[name] {
                    known += value == sent?.plainText ? 1 : -1
                }
            }
            for placeholder in call.values.keys
            where entry.values[placeholder] == nil && !call.endpoint.isSecret(placeholder) {
                // Recordings redact header fields, so an argument used only there has no recorded value.
                guard call.endpoint.isOnlyInHeaders(placeholder) else { return nil }
            }
        }

        /// Ranks the next step of a scenario first, then entries with the same secrets, then successful responses.
        func rank(_ steps: [String: Int]) -> (Int, Int, Int, Int) {
            if entry.isOfScenario, entry.index > 0, steps[entry.file] == entry.index - 1 { return (1, known, 0, 0) }
            let went = (200..<400).contains(entry.response.status) ? 1 : 0
            // An unsafe first step is replayed as recorded, so that later steps find its captures.
            let preference = !entry.isOfScenario ? 2 : isUnsafe && entry.index == 0 ? 3 : 1
            return (0, known, went, preference)
        }
    }
}

extension JSON {
    fileprivate var solePlaceholder: Placeholder? {
        guard let text = stringValue, text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
        return Template.read(text)?.solePlaceholder
    }

    /// Whether redaction substituted the value.
    fileprivate var isPlaceholder: Bool {
        guard let text = stringValue else { return false }
        return text.hasPrefix("{") && text.hasSuffix("}") || CredentialStandIn.isStandIn(text)
    }
}

extension EndpointContract {
    fileprivate func isOnlyInHeaders(_ placeholder: Placeholder) -> Bool {
        guard let request else { return false }
        let body = request.body.templates(at: request.bodyPointer).flatMap(\.template.placeholders)
        return !(request.path.placeholders + request.query.flatMap(\.expectation.placeholders) + body)
            .contains(placeholder)
    }
}
