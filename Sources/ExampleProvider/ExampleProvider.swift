import Foundation
import LoopbackServer

/// The five example services, served over HTTP/1.1 on one port of 127.0.0.1.
///
/// Changes by clients persist across stops and starts. New providers differ only in random tokens and times.
package final class ExampleProvider: Sendable {
    private struct Faults: Sendable {
        var everywhere: ProviderFault?
        var byPath: [String: ProviderFault?] = [:]

        /// Whether the server refuses connections. If faults depend on the path, it must accept them to read it.
        var refusesConnections: Bool { everywhere == .wire(.unreachable) && byPath.isEmpty }
    }

    private let server: Server
    private let faults: Locked<Faults>
    /// Held while faults change, so that the server applies changes in the same order.
    private let changing = NSLock()

    /// Creates a provider without starting it.
    ///
    /// - Parameters:
    ///   - environment: the accepted credentials, see ``credentials(in:)``.
    ///   - makeToken: generates session identifiers and tokens. Pass a fixed sequence for reproducible recordings.
    package init(
        environment: [String: String] = [:], fault: ProviderFault? = nil,
        behaviour: ServerBehaviour = ServerBehaviour(), makeToken: @escaping @Sendable () -> String = randomToken
    ) {
        let services = Locked(
            Services(credentials: Self.credentials(in: environment), now: behaviour.now, makeToken: makeToken))
        let faults = Locked(Faults(everywhere: fault))
        self.faults = faults
        server = Server(behaviour: behaviour) { request in
            if let refusal = CrossSiteCheck.refusalOfHost(request) { return refusal }
            let path = "/" + request.path.joined(separator: "/")
            let fault = faults.withLock { $0.byPath[path] ?? $0.everywhere }
            let answer = services.withLock { services in
                if fault?.keepsChanges ?? true { return services.answer(request) }
                var forgotten = services
                return forgotten.answer(request)
            }
            return answer.response(fault: fault)
        }
        server.refuseConnections(faults.withLock(\.refusesConnections))
    }

    /// Starts serving on a new thread and returns the bound port. Port 0 selects any free port.
    ///
    /// - Throws: `ServerError`, such as `portInUse`, with a message that suggests a remedy.
    @discardableResult
    package func start(port: Int = 0) throws(ServerError) -> Int { try server.start(port: port) }

    /// Closes every connection, ends the thread and frees the port. Does nothing if the server is stopped.
    package func stop() { server.stop() }

    /// Sets the fault for subsequent requests, or removes it with `nil`.
    ///
    /// With a path, such as `/v1/session`, the fault applies to exactly that path. Without one, it replaces all faults.
    /// Requests with a fault store nothing, except with `slow` and `drift`.
    package func setFault(_ fault: ProviderFault?, path: String? = nil) {
        changing.withLock {
            let refuses = faults.withLock { faults in
                if let path {
                    faults.byPath[path] = .some(fault)
                } else {
                    faults = Faults(everywhere: fault)
                }
                return faults.refusesConnections
            }
            server.refuseConnections(refuses)
        }
    }

    package static func randomToken() -> String {
        (0..<16).map { _ in String(UInt8.random(in: 0x10...0xFF), radix: 16) }.joined()
    }
}

extension ExampleProvider {
    package static let userName = "ada@example.com"

    /// Returns the provider's secrets by name, from the environment if they are set and not empty, or else made up.
    ///
    /// Accepted: `UDACITY_PASSWORD`, `PARSE_APPLICATION_ID`, `PARSE_REST_API_KEY` and `MEETUP_KEY`. Rejected:
    /// `UDACITY_WRONG_PASSWORD` and `MEETUP_WRONG_KEY`. `MEETUP_THROTTLED_KEY` has exceeded its rate limit.
    package static func credentials(in environment: [String: String]) -> [String: String] {
        madeUp.merging(environment.filter { madeUp[$0.key] != nil && !$0.value.isEmpty }) { $1 }
    }

    private static let madeUp = [
        "UDACITY_PASSWORD": "local-udacity-password",
        "UDACITY_WRONG_PASSWORD": "local-wrong-udacity-password",
        "PARSE_APPLICATION_ID": "local-parse-application-id",
        "PARSE_REST_API_KEY": "local-parse-rest-api-key",
        "MEETUP_KEY": "local-meetup-key",
        "MEETUP_WRONG_KEY": "local-wrong-meetup-key",
        "MEETUP_THROTTLED_KEY": "local-throttled-meetup-key",
    ]
}
