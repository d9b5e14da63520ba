#if os(macOS) || os(Linux)
    import ContractChecking
    import Foundation
    import JSONSchema
    import LoopbackServer

    /// A server of a suite's contracts inside the process of a test, on a port of 127.0.0.1.
    ///
    /// It answers as `contracts serve` does, and ends with ``stop()`` or with the last reference.
    public final class ServeHandle: Sendable {
        /// Why a server did not start.
        public struct Failure: Error, CustomStringConvertible {
            /// The faults, a line each.
            public let description: String
        }

        /// The server's address: `http://127.0.0.1:PORT`, without a slash at the end.
        public let url: URL
        private let server: ContractServer
        private let contracts: ServedContracts

        /// Starts to serve the contracts of a suite.
        ///
        /// - Parameters:
        ///   - suite: the suite whose contracts are served; no code of it runs.
        ///   - services: the services to serve; all where none is named.
        ///   - port: the port; 0 takes any free one.
        ///   - seed: the seed of made answers.
        ///   - latency: the delay of every answer.
        ///   - fault: the way in which every answer goes wrong, such as `status:503`.
        ///   - isStateless: whether each request is answered by itself: nothing is stored, and any value is a credential.
        /// - Throws: ``Failure`` where a contract, a name or the port is wrong.
        public init(
            _ suite: ContractSuite, services: [String] = [], port: Int = 0, seed: UInt64 = 0,
            latency: Duration = .zero, fault: String? = nil, isStateless: Bool = false
        ) throws {
            let all = suite.loaded.value.services
            let names = all.map(\.name)
            for name in services where !names.contains(name) {
                let hint = Suggestion.text(for: name, among: names)
                throw Failure(description: "the suite has no service '\(name)'\(hint)")
            }
            let served = services.isEmpty ? all : all.filter { services.contains($0.name) }
            let faults = served.flatMap(\.contractFaults)
            guard faults.isEmpty else {
                throw Failure(description: faults.map { "\($0.place): \($0.message)" }.joined(separator: "\n"))
            }
            var behaviour = ContractServer.Behaviour()
            behaviour.latency = latency
            if let fault {
                guard let wire = WireFault(rawValue: fault) else {
                    throw Failure(
                        description: "'\(fault)' is no fault; valid: \(WireFault.names.joined(separator: ", "))")
                }
                behaviour.fault = wire
            }
            var answers = ServedContracts.Behaviour()
            answers.seed = seed
            answers.keepsState = !isStateless
            answers.environment = ProcessInfo.processInfo.environment
            contracts = ServedContracts(served, behaviour: answers)
            server = ContractServer(contracts, behaviour: behaviour)
            do {
                let bound = try server.start(port: port)
                guard let url = URL(string: "http://127.0.0.1:\(bound)") else {
                    throw Failure(description: "port \(bound) makes no URL")
                }
                self.url = url
            } catch let error as ServerError {
                throw Failure(description: error.description)
            }
        }

        deinit { server.stop() }

        /// Ends every connection and frees the port.
        public func stop() { server.stop() }

        /// Forgets what clients have stored, and every session; the log stays.
        public func reset() { contracts.forget() }

        /// The number of answered requests.
        public var requestCount: Int { server.log.count }

        /// The findings of the latest requests, the oldest first: `GET /v1/books: MESSAGE [RULE]`.
        public var findings: [String] {
            server.log.latest.reversed().flatMap { _, entry in
                entry.findings.map { "\(entry.method) \(entry.target): \($0.message) [\($0.rule)]" }
            }
        }
    }
#endif
