import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// An answer with its log entry.
package struct ServedAnswer: Sendable {
    package var response: RecordedResponse
    package var entry: ServingEntry
    /// The endpoint that the request was found to be of.
    var call: ServedCall?
}

/// Contracts as a service: answers requests from recordings, else from schemas, and tells what differs from the contract.
///
/// It knows nothing of sockets. It is safe under concurrent use; requests are answered one after the other, as what one
/// stores the next may ask for.
package final class ServedContracts: Sendable {
    /// How requests are answered.
    package struct Behaviour: Sendable {
        /// What made answers are derived from: the same seed gives the same answers.
        package var seed: UInt64 = 0
        /// The variables that tell which recorded secret a request's value is.
        package var environment: [String: String] = [:]

        /// Makes the default behaviour.
        package init() {}
    }

    private struct State {
        var items = ServedItems()
        /// The entry last played of each scenario that is under way, by its file.
        var steps: [String: Int] = [:]
        var remembered: [Asked: ServedAnswer] = [:]
        var log = ServingLog()
    }

    /// A request as it came: the same is answered the same as long as nothing is stored meanwhile.
    private struct Asked: Hashable {
        let method: String
        let target: String
        let headers: HeaderFields
        let body: [UInt8]?
    }

    private static let mostRemembered = 1024
    private static let longestRemembered = 16 * 1024

    package let contracts: [Contract]
    private let router: RequestRouter
    private let recorded: [String: RecordedAnswers]
    private let made: MadeAnswers
    private let behaviour: Behaviour
    private let state = Locked(State())

    package init(_ services: [LoadedService], behaviour: Behaviour = Behaviour()) {
        contracts = services.compactMap(\.contract)
        router = RequestRouter(contracts)
        recorded = Dictionary(
            services.compactMap { service in
                service.contract.map { (service.name, RecordedAnswers(of: $0, in: service.library)) }
            }
        ) { first, _ in first }
        made = MadeAnswers(seed: behaviour.seed)
        self.behaviour = behaviour
    }

    package var log: ServingLog { state.withLock(\.log) }

    /// Whether a contract has an endpoint at this path.
    package func takes(path: String) -> Bool { !router.methods(ofPath: path).isEmpty }

    /// Answers a request and writes it into the log.
    ///
    /// - Parameter request: its URL is the target of the request line: path and query.
    package func answer(_ request: RecordedRequest) -> RecordedResponse {
        state.withLock { state in
            let asked = Asked(
                method: request.method, target: request.url, headers: request.headers, body: request.body)
            if let known = state.remembered[asked] {
                state.log.append(known.entry)
                return known.response
            }
            let (answer, changed) = answer(to: request, &state)
            state.log.append(answer.entry)
            if changed {
                state.remembered.removeAll(keepingCapacity: true)
            } else if answer.response.body.count + (request.body?.count ?? 0) <= Self.longestRemembered {
                if state.remembered.count >= Self.mostRemembered { state.remembered.removeAll(keepingCapacity: true) }
                state.remembered[asked] = answer
            }
            return answer.response
        }
    }

    /// Forgets what clients stored and how far scenarios went; the log stays.
    package func forget() {
        state.withLock { state in
            state.items = ServedItems()
            state.steps.removeAll()
            state.remembered.removeAll(keepingCapacity: true)
        }
    }

    /// What a request is by the contracts, for a server that has another answer it; nothing is written down.
    package func inspected(_ request: RecordedRequest) -> PassedCall {
        switch router.route(request) {
        case .call(let call), .differs(let call): PassedCall(request, call)
        case .otherMethod, .unknown: PassedCall(request, nil)
        }
    }

    /// Writes what was answered by another server into the log.
    package func note(_ entry: ServingEntry) { state.withLock { $0.log.append(entry) } }

    // MARK: - One request

    private func answer(to request: RecordedRequest, _ state: inout State) -> (ServedAnswer, changed: Bool) {
        switch router.route(request) {
        case .call(let call): return answer(to: call, of: request, &state)
        case .differs(let call): return (Refusal.differing(call, request), false)
        case .otherMethod(let methods): return (Refusal.otherMethod(request, methods), false)
        case .unknown: return (Refusal.unknown(request, among: router.known), false)
        }
    }

    private func answer(
        to call: ServedCall, of request: RecordedRequest, _ state: inout State
    ) -> (ServedAnswer, changed: Bool) {
        let recorded = recorded[call.contract.service]
        let next = recorded?.steps(of: call, after: state.steps) ?? [:]
        var source = ServingEntry.Source.made
        var response: RecordedResponse
        if let entry = recorded?.entry(for: call, steps: state.steps, environment: behaviour.environment) {
            response = entry.response
            source = .recorded(file: entry.file, entry: entry.index)
        } else {
            response = made.response(to: call, salt: call.isSafe ? "" : "\(state.items.count)")
        }
        var changed = false
        for (file, step) in next where state.steps[file] != step {
            state.steps[file] = step
            changed = true
        }
        if call.isSafe {
            if state.items.hasRemoved(call) {
                response = made.response(to: call, status: 404) ?? RecordedResponse(status: 404)
                source = .stored
            } else if let stored = withStored(response, call, state.items) {
                response = stored
                source = .stored
            }
        } else if (200..<300).contains(response.status) {
            let json = call.endpoint.json(of: response)?.json
            changed = state.items.note(call, json) || changed
        }
        response.headers = response.headers.served(without: call.endpoint.origin ?? call.contract.origin)
        let entry = ServingEntry(request, call, source: source, response: response)
        return (ServedAnswer(response: response, entry: entry, call: call), changed)
    }

    /// The response with what clients stored; `nil` where it holds nothing of that.
    private func withStored(
        _ response: RecordedResponse, _ call: ServedCall, _ items: ServedItems
    ) -> RecordedResponse? {
        guard items.count > 0, let (json, shape, schema) = call.endpoint.json(of: response),
            let changed = items.changed(json, for: call, accepts: schema.accepts)
        else { return nil }
        var response = response
        response.body = shape.encoded(changed)
        return response
    }
}

extension ServedCall {
    /// Whether the request only reads.
    var isSafe: Bool { SafeMethods.contains(endpoint.request?.method ?? "GET") }
}

extension EndpointContract {
    /// The JSON of a response with what the contract says of it; `nil` where it has none.
    fileprivate func json(
        of received: RecordedResponse
    ) -> (json: JSON, shape: ResponseContract, schema: Schema)? {
        guard let shape = response(status: received.status, variant: nil), case .json(let schema) = shape.body,
            case .json(let json, _) = ResponseBody.read(received.body, as: shape)
        else { return nil }
        return (json, shape, schema.schema)
    }
}

extension HeaderFields {
    private static let ofTransport: Set<String> = [
        "alt-svc", "connection", "content-encoding", "content-length", "date", "keep-alive",
        "strict-transport-security", "transfer-encoding",
    ]

    /// The headers as a server on this machine sends them: without those of the connection they came over, cookies for
    /// any host, and redirects to the origin back to here.
    package func served(without origin: String) -> HeaderFields {
        HeaderFields(
            fields.compactMap { field in
                let name = field.name.lowercased()
                if Self.ofTransport.contains(name) || name.hasPrefix("access-control-") || name.hasPrefix(":") {
                    return nil
                }
                if name == "location", field.value.hasPrefix(origin) {
                    let rest = String(field.value.dropFirst(origin.count))
                    return Field(field.name, rest.isEmpty ? "/" : rest)
                }
                guard name == "set-cookie" else { return field }
                let parts = field.value.split(separator: ";").filter { part in
                    let word = part.lowercased().drop { $0 == " " }
                    return word != "secure" && !word.hasPrefix("domain=") && !word.hasPrefix("samesite=none")
                }
                return Field(field.name, parts.joined(separator: ";"))
            })
    }
}
