#if os(macOS) || os(Linux)
    import ContractChecking
    import ContractFormat
    import Foundation
    import HTTPRecording
    import JSONSchema
    import LoopbackServer

    /// Serves contracts over HTTP/1.1 on a port of 127.0.0.1.
    package final class ContractServer: Sendable {
        package struct Behaviour: Sendable {
            package var fault: WireFault?
            package var latency: Duration = .zero
            package var proxy: String?
            package var transport: any Transport = LiveTransport(deadline: .seconds(60))
            package var limits = ServerBehaviour()

            package init() {}
        }

        private let responder: Responder
        private let server: Server

        package init(_ contracts: ServedContracts, behaviour: Behaviour = Behaviour()) {
            let responder = Responder(contracts, behaviour)
            self.responder = responder
            server = Server(behaviour: behaviour.limits) { (request: Request) -> Reply in responder.reply(to: request) }
            server.refuseConnections(behaviour.fault == .unreachable)
        }

        package var log: ServingLog { responder.contracts.log }

        /// The exchanges with the proxied origin by service, with URLs of the contract's origin.
        package var exchanges: [String: [HTTPExchange]] {
            Dictionary(grouping: responder.proxied.withLock { $0 }, by: \.service).mapValues { $0.map(\.exchange) }
        }

        /// Starts serving on a new thread and returns the bound port. Port 0 selects any free port.
        @discardableResult
        package func start(port: Int = 0) throws(ServerError) -> Int { try server.start(port: port) }

        package func stop() { server.stop() }
    }

    private struct Responder: Sendable {
        private static let maximumProxied = 10_000

        let contracts: ServedContracts
        let proxied = JSONSchema.Locked<[(service: String, exchange: HTTPExchange)]>([])
        private let behaviour: ContractServer.Behaviour
        private let pages: ServingPages
        private let hasOwnRoot: Bool

        init(_ contracts: ServedContracts, _ behaviour: ContractServer.Behaviour) {
            (self.contracts, self.behaviour) = (contracts, behaviour)
            pages = ServingPages(contracts)
            hasOwnRoot = contracts.takes(path: "/")
        }

        func reply(to request: Request) -> Reply {
            if let refusal = CrossSiteCheck.refusal(of: request) { return .now(refusal) }
            if let own = page(request) ?? preflight(request) { return .now(own) }
            let recorded = RecordedRequest(request)
            if let origin = behaviour.proxy { return .later(pass(recorded, request, to: origin)) }
            return .now(Response(contracts.answer(recorded), to: request, behaviour))
        }

        /// Serves the server's own pages, and the reset that Pact verifiers request before an interaction.
        private func page(_ request: Request) -> Response? {
            let path = "/" + request.path.joined(separator: "/")
            let reads = request.method == .get || request.method == .head
            switch path {
            case ServingPage.logPath where reads: return CrossSiteCheck.refusalOfPage(request) ?? pages.log
            case ServingPage.path where reads, "/" where reads && !hasOwnRoot:
                return CrossSiteCheck.refusalOfPage(request) ?? pages.page
            case ServingPage.statesPath where request.method == .post:
                if let refusal = CrossSiteCheck.refusalOfPage(request) { return refusal }
                contracts.forget()
                return Response(status: 200, contentType: "application/json", body: Array("{}\n".utf8))
            default: return nil
            }
        }

        /// Answers a CORS preflight request (Fetch standard, section 3.3).
        private func preflight(_ request: Request) -> Response? {
            guard request.method == .options, request.header("origin") != nil,
                let wanted = request.header("access-control-request-method")
            else { return nil }
            contracts.note(
                ServingEntry(
                    RecordedRequest(request), nil, source: .preflight, response: RecordedResponse(status: 204)))
            var headers = request.crossOriginHeaders(of: [])
            headers.append(("Access-Control-Allow-Methods", wanted))
            if let names = request.header("access-control-request-headers") {
                headers.append(("Access-Control-Allow-Headers", names))
            }
            headers.append(("Access-Control-Max-Age", "600"))
            return Response(status: 204, headers: headers)
        }

        private func pass(_ recorded: RecordedRequest, _ request: Request, to origin: String) -> PendingResponse {
            let pending = PendingResponse()
            let call = contracts.call(recorded)
            var sent = recorded
            sent.url = origin + recorded.url
            sent.headers = HeaderFields(
                sent.headers.fields.filter { !Self.ofConnection.contains($0.name.lowercased()) })
            Task { [sent] in
                do {
                    guard let urlRequest = sent.urlRequest else { throw URLError(.badURL) }
                    let (data, answered) = try await behaviour.transport.singleHop(urlRequest)
                    let response = RecordedResponse(data, answered)
                    if let call {
                        let exchange = HTTPExchange(request: call.request, response: response)
                        proxied.withLock {
                            if $0.count < Self.maximumProxied { $0.append((call.contract.service, exchange)) }
                        }
                    }
                    contracts.note(ServingEntry(recorded, call, proxiedTo: origin, response))
                    var served = response
                    served.headers = response.headers.served(without: origin)
                    pending.fulfil(Response(served, to: request, behaviour))
                } catch {
                    let reason = "\(origin) returned no response: \((error as NSError).localizedDescription)"
                    contracts.note(ServingEntry(recorded, call, proxiedTo: origin, failing: reason))
                    pending.fulfil(
                        Response(
                            RecordedResponse(
                                status: 502, headers: ["Content-Type": "text/plain; charset=utf-8"],
                                body: Array((reason + "\n").utf8)), to: request, behaviour))
                }
            }
            return pending
        }

        /// Hop-by-hop header fields (RFC 9110, section 7.6.1), and those that URLSession sets itself.
        private static let ofConnection: Set<String> = [
            "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization",
            "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        ]
    }

    extension RecordedRequest {
        init(_ request: Request) {
            self.init(
                method: request.method.rawValue, url: request.target,
                headers: HeaderFields(request.headers.map { HeaderFields.Field($0.name, $0.value) }),
                body: request.body.isEmpty ? nil : request.body)
        }
    }

    extension Request {
        fileprivate func crossOriginHeaders(of headers: [String]) -> [(name: String, value: String)] {
            guard let origin = header("origin") else { return [] }
            return [
                ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"),
                ("Vary", "Origin"),
            ] + (headers.isEmpty ? [] : [("Access-Control-Expose-Headers", headers.joined(separator: ", "))])
        }
    }

    extension Response {
        fileprivate init(_ response: RecordedResponse, to request: Request, _ behaviour: ContractServer.Behaviour) {
            let sendable = HeaderFields(response.headers.fields.filter(\.isSendable))
            let fields = sendable.fields.filter { !$0.isNamed("Content-Type") }
            self.init(
                status: response.status, contentType: sendable["Content-Type"],
                headers: fields.map { ($0.name, $0.value) } + request.crossOriginHeaders(of: fields.map(\.name)),
                body: response.body, fault: behaviour.fault)
            delay = behaviour.latency
            chunks = response.chunks
        }
    }

    extension HeaderFields.Field {
        /// Whether the field cannot break out of its line in a message.
        fileprivate var isSendable: Bool {
            !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
                && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        }
    }
#endif
