import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

package struct ServedAnswer: Sendable {
    package var response: RecordedResponse
    package var entry: ServingEntry
}

/// Contracts as a service, without sockets. Requests of concurrent clients are answered one after the other, since one may
/// ask for what another stores.
package final class ServedContracts: Sendable {
    package struct Behaviour: Sendable {
        /// The seed of made answers: the same seed gives the same answers.
        package var seed: UInt64 = 0
        /// The variables that say which recorded secret a request's value is.
        package var environment: [String: String] = [:]
        package var keepsState = true

        package init() {}
    }

    private struct State {
        var service = ServiceState()
        /// The same request gets the same answer until something is stored.
        var remembered: [RecordedRequest: ServedAnswer] = [:]
        var log = ServingLog()
    }

    private static let mostRemembered = 1024
    private static let longestRemembered = 16 * 1024

    private let service: ContractService
    private let state = Locked(State())

    package var contracts: [Contract] { service.contracts }

    package init(_ services: [LoadedService], behaviour: Behaviour = Behaviour()) {
        service = ContractService(services, behaviour)
    }

    package var log: ServingLog { state.withLock(\.log) }

    package func takes(path: String) -> Bool { !service.methods(ofPath: path).isEmpty }

    /// Answers a request and writes it into the log.
    ///
    /// - Parameter request: its URL is the target of the request line: path and query.
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
                if state.remembered.count >= Self.mostRemembered { state.remembered.removeAll(keepingCapacity: true) }
                state.remembered[request] = answer
            }
            return answer.response
        }
    }

    /// Forgets what clients stored, sessions, and how far scenarios went; the log stays.
    package func forget() {
        state.withLock { state in
            state.service = ServiceState()
            state.remembered.removeAll(keepingCapacity: true)
        }
    }

    package func inspected(_ request: RecordedRequest) -> PassedCall { service.inspected(request) }

    package func note(_ entry: ServingEntry) { state.withLock { $0.log.append(entry) } }
}

extension HeaderFields {
    private static let ofTransport: Set<String> = [
        "alt-svc", "connection", "content-encoding", "content-length", "date", "keep-alive",
        "strict-transport-security", "transfer-encoding",
    ]

    /// The headers as this machine sends them: without those of the recorded connection, cookies for any host, and
    /// redirects to the origin back to here.
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
