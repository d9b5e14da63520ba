import Foundation
import LoopbackServer

/// The five services under contract, served over HTTP/1.1 on one port of 127.0.0.1.
///
/// Changes by clients, such as favourites and locations, last as long as the provider exists, through stops and starts.
/// Two new providers answer the same calls alike, apart from random tokens and times.
package final class ExampleProvider: Sendable {
    private struct Faults: Sendable {
        var everywhere: ProviderFault?
        var byPath: [String: ProviderFault?] = [:]

        /// Indicates whether not even a connection can be made; where one path differs, it must be made to see which
        /// one is asked.
        var refusesConnections: Bool { everywhere == .wire(.unreachable) && byPath.isEmpty }
    }

    private let server: Server
    private let faults: Locked<Faults>
    /// Held while faults change, so that the server follows in the same order.
    private let changing = NSLock()

    /// Makes a provider that accepts the credentials in `environment` and misbehaves by `fault`; it serves once started.
    ///
    /// `makeToken` makes the identifiers and tokens of sessions; the default is 32 random hexadecimal digits. Whoever
    /// records sessions and wants them to be the same every time gives a sequence of their own.
    package init(
        environment: [String: String] = [:], fault: ProviderFault? = nil,
        behaviour: ServerBehaviour = ServerBehaviour(), makeToken: @escaping @Sendable () -> String = randomToken
    ) {
        let services = Locked(
            Services(credentials: Self.credentials(in: environment), now: behaviour.now, makeToken: makeToken))
        let faults = Locked(Faults(everywhere: fault))
        self.faults = faults
        server = Server(behaviour: behaviour) { request in
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

    /// Begins to serve, on a thread of its own, and returns the bound port; port 0 takes any free one.
    ///
    /// - Throws: `ServerError.portInUse` and the like, whose text says what to do.
    @discardableResult
    package func start(port: Int = 0) throws(ServerError) -> Int { try server.start(port: port) }

    /// Closes every connection, ends the thread and frees the port, and returns when all that is done.
    ///
    /// It has no effect on a provider that does not serve.
    package func stop() { server.stop() }

    /// Makes the provider misbehave from the next request on, or behave again with `nil`.
    ///
    /// With a path, such as `/v1/session`, it concerns requests for just that path. Without one it concerns all, and
    /// takes back what was set for single paths. A request that meets a fault changes nothing that is stored, but for
    /// `slow` and `drift`, whose replies are good news all the same.
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

    /// Returns 32 random hexadecimal digits.
    package static func randomToken() -> String {
        (0..<16).map { _ in String(UInt8.random(in: 0x10...0xFF), radix: 16) }.joined()
    }
}

extension ExampleProvider {
    /// The user whose session the provider opens.
    package static let userName = "ada@example.com"

    /// The secrets that the provider knows by name: from the environment where they are set and not empty, else made up.
    ///
    /// The names are `UDACITY_PASSWORD`, `PARSE_APPLICATION_ID`, `PARSE_REST_API_KEY` and `MEETUP_KEY`, which are
    /// accepted; `UDACITY_WRONG_PASSWORD` and `MEETUP_WRONG_KEY`, which are not; and `MEETUP_THROTTLED_KEY`, whose
    /// owner has asked too often.
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
