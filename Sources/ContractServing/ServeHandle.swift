#if os(macOS) || os(Linux)
    import ContractChecking
    import Foundation
    import JSONSchema
    import LoopbackServer

    /// A server for a suite's contracts in the test process, on a port of 127.0.0.1.
    ///
    /// It responds like `contracts serve`, and stops with ``stop()`` or when it is released.
    public final class ServeHandle: Sendable {
        /// The reason why a server did not start.
        public struct Failure: Error, CustomStringConvertible {
            /// The faults, one per line.
            public let description: String
        }

        /// The server's address, `http://127.0.0.1:PORT` without a trailing slash.
        public let url: URL
        private let server: ContractServer
        private let contracts: ServedContracts

        /// Starts serving the contracts of a suite.
        ///
        /// - Parameters:
        ///   - suite: the suite with the contracts. None of its code runs.
        ///   - services: the names of the services to serve. An empty array serves all.
        ///   - port: the port, or 0 for any free one.
        ///   - seed: the seed of made-up responses.
        ///   - latency: the delay of every response.
        ///   - fault: the fault of every response, such as `status:503`.
        ///   - isStateless: whether the server stores nothing and accepts any credential.
        /// - Throws: ``Failure`` for an invalid contract, service name, fault or port.
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
            let faults = served.flatMap(\.faultsWithoutBindings)
            guard faults.isEmpty else {
                throw Failure(description: faults.map { "\($0.place): \($0.message)" }.joined(separator: "\n"))
            }
            var behaviour = ContractServer.Behaviour()
            behaviour.latency = latency
            if let fault {
                guard let wire = WireFault(rawValue: fault) else {
                    throw Failure(
                        description: "'\(fault)' is not a fault; valid: \(WireFault.names.joined(separator: ", "))")
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
                    throw Failure(description: "port \(bound) does not result in a URL")
                }
                self.url = url
            } catch let error as ServerError {
                throw Failure(description: error.description)
            }
        }

        deinit { server.stop() }

        /// Closes every connection and frees the port.
        public func stop() { server.stop() }

        /// Discards stored resources and sessions, but not the log.
        public func reset() { contracts.forget() }

        /// The number of requests that were answered.
        public var requestCount: Int { server.log.count }

        /// The findings of the latest requests, oldest first, such as `GET /v1/books: MESSAGE [RULE]`.
        public var findings: [String] {
            server.log.latest.reversed().flatMap { _, entry in
                entry.findings.map { "\(entry.method) \(entry.target): \($0.message) [\($0.rule)]" }
            }
        }
    }
#endif
