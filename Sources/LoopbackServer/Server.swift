import Foundation

/// The limits and the clock of a server. The defaults suit tests and development on one machine.
package struct ServerBehaviour: Sendable {
    /// The time to receive a complete request from its first byte. Exceeding it yields a 408.
    package var requestDeadline: Duration = .seconds(10)
    package var idleDeadline: Duration = .seconds(60)
    /// The time in which a client must read a whole response.
    package var replyDeadline: Duration = .seconds(120)
    /// The time that a client may go without reading before its connection is reset.
    package var stallDeadline: Duration = .seconds(20)
    /// The maximum number of concurrent connections. Another one replaces the connection that has stalled longest. If
    /// none has stalled, it waits in the listen queue.
    package var maximumConnections = 256
    /// The time that a connection may stay idle while others wait for its slot.
    package var idleGrace: Duration = .milliseconds(500)
    /// The time that a connection may stall during a request or response while others wait for its slot.
    package var stallGrace: Duration = .seconds(1)
    package var now: @Sendable () -> Date = { Date() }

    package init() {}
}

/// An HTTP/1.1 server on a port of 127.0.0.1 that answers each request by calling a function. It parses requests
/// strictly (RFC 9112), supports persistent connections, and applies a response's `WireFault`.
package final class Server: Sendable {
    /// A request handler. It runs on the server's only thread, so a slow handler delays every connection.
    package typealias Answer = @Sendable (Request) -> Response

    private struct Run: Sendable {
        let port: Int
        let listener: Socket
        let pipe: WakePipe
        /// Signals that the thread has ended.
        let ended: DispatchSemaphore
        /// Whether the pipe is open. A response supplied after `stop` must not write to it.
        let isOpen: Locked<Bool>
    }

    private let behaviour: ServerBehaviour
    private let reply: @Sendable (Request) -> Reply
    private let refusing = Locked(false)
    private let run = Locked<Run?>(nil)

    package convenience init(behaviour: ServerBehaviour = ServerBehaviour(), answer: @escaping Answer) {
        self.init(behaviour: behaviour, reply: { .now(answer($0)) })
    }

    package init(behaviour: ServerBehaviour = ServerBehaviour(), reply: @escaping @Sendable (Request) -> Reply) {
        self.behaviour = behaviour
        self.reply = reply
    }

    deinit { stop() }

    /// Starts serving on a new thread and returns the bound port. Port 0 takes any free one.
    @discardableResult
    package func start(port: Int = 0) throws(ServerError) -> Int {
        try run.withLock { run throws(ServerError) in
            if let run { throw .alreadyRunning(port: run.port) }
            let listener = try Socket.bound(port: port)
            do throws(ServerError) {
                let port = try listener.boundPort()
                if !refusing.withLock({ $0 }), let failure = listener.startListening(on: port) { throw failure }
                let pipe = try WakePipe()
                let isOpen = Locked(true)
                run = Run(
                    port: port, listener: listener, pipe: pipe, ended: serve(listener, pipe, isOpen), isOpen: isOpen)
                return port
            } catch {
                listener.closeNow()
                throw error
            }
        }
    }

    /// Closes all connections, ends the thread and frees the port. Has no effect if the server is not running.
    package func stop() {
        run.withLock { run in
            guard let ending = run else { return }
            ending.pipe.send(.end)
            ending.ended.wait()
            ending.isOpen.withLock { isOpen in
                isOpen = false
                ending.pipe.closeBoth()
            }
            run = nil
        }
    }

    /// Starts or stops refusing connections. The port stays bound, and existing connections stay open. Outside Linux,
    /// refused connections are accepted and reset.
    package func refuseConnections(_ refuses: Bool) {
        run.withLock { run in
            guard refusing.withLock({ $0 }) != refuses else { return }
            // The event loop must never poll a listener that does not listen: start before clearing the flag, stop
            // after setting it.
            if !refuses, let run {
                // This fails only if another process has taken the port; then the server stays unreachable.
                _ = run.listener.startListening(on: run.port)
            }
            refusing.withLock { $0 = refuses }
            if refuses { run?.listener.stopListening() }
            run?.pipe.send(.look)
        }
    }

    private func serve(_ listener: Socket, _ pipe: WakePipe, _ isOpen: Locked<Bool>) -> DispatchSemaphore {
        // The thread does not retain the server, so releasing the server stops it.
        let (behaviour, reply, refusing) = (behaviour, reply, refusing)
        let ended = DispatchSemaphore(value: 0)
        let thread = Thread {
            let loop = EventLoop(
                listener: listener, pipe: pipe, behaviour: behaviour,
                refusesConnections: { refusing.withLock { $0 } },
                answer: { request in
                    let reply = reply(request)
                    if case .later(let pending) = reply {
                        pending.whenFulfilled {
                            isOpen.withLock { isOpen in
                                if isOpen { pipe.send(.look) }
                            }
                        }
                    }
                    return reply
                })
            loop.run()
            ended.signal()
        }
        thread.name = "LoopbackServer"
        // Handlers may parse deep JSON.
        thread.stackSize = 8 << 20
        thread.start()
        return ended
    }
}
