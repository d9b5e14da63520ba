import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

package struct ServedResponse: Sendable {
    package var response: RecordedResponse
    package var entry: ServingEntry
}

/// Serves contracts without sockets. Concurrent requests are serialized, because one may read what another stores.
package final class ServedContracts: Sendable {
    package struct Behaviour: Sendable {
        package var seed: UInt64 = 0
        /// The environment variables that identify the recorded secrets.
        package var environment: [String: String] = [:]
        package var keepsState = true

        package init() {}
    }

    private struct State {
        var service = ServiceState()
        /// Cached responses, which are valid until the state changes.
        var remembered: [RecordedRequest: ServedResponse] = [:]
        var log = ServingLog()
    }

    private static let maximumRemembered = 1024
    private static let longestRemembered = 16 * 1024

    private let service: ContractService
    private let state = Locked(State())

    package var contracts: [Contract] { service.contracts }

    package init(_ services: [LoadedService], behaviour: Behaviour = Behaviour()) {
        service = ContractService(services, behaviour)
    }

    package var log: ServingLog { state.withLock(\.log) }

    package func takes(path: String) -> Bool { !service.router.methods(ofPath: path).isEmpty }

    /// Responds to a request and logs it.
    ///
    /// - Parameter request: a request with a path and query as its URL.
    package func answer(_ request: RecordedRequest) -> RecordedResponse {
        state.withLock { state in
            if let known = state.remembered[request] {
                state.log.append(known.entry)
                return known.response
            }
            let revision = state.service.revision
            let answer = service.answer(request, &state.service)
            state.log.append(answer.entry)
            if state.service.revision != revision {
                state.remembered.removeAll(keepingCapacity: true)
            } else if answer.response.body.count + (request.body?.count ?? 0) <= Self.longestRemembered {
                if state.remembered.count >= Self.maximumRemembered {
                    state.remembered.removeAll(keepingCapacity: true)
                }
                state.remembered[request] = answer
            }
            return answer.response
        }
    }

    /// Discards stored resources, sessions and scenario progress, but not the log.
    package func forget() {
        state.withLock { state in
            state.service = ServiceState()
            state.remembered.removeAll(keepingCapacity: true)
        }
    }

    func call(_ request: RecordedRequest) -> ServedCall? {
        if case .call(let call) = service.router.route(request) { call } else { nil }
    }

    package func note(_ entry: ServingEntry) { state.withLock { $0.log.append(entry) } }
}

extension HeaderFields {
    private static let ofTransport: Set<String> = [
        "alt-svc", "connection", "content-encoding", "content-length", "date", "keep-alive",
        "strict-transport-security", "transfer-encoding",
    ]

    /// Drops the recorded connection's fields, makes cookies valid for any host, and makes redirects relative.
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
