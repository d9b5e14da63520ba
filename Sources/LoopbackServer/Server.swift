import Foundation

/// The limits and the clock of a server; the defaults suit tests and development on one machine.
package struct ServerBehaviour: Sendable {
    /// The time for one request from its first byte to its last; then the client gets a 408.
    package var requestDeadline: Duration = .seconds(10)
    /// The time that a connection may stay open without a request.
    package var idleDeadline: Duration = .seconds(60)
    /// The time that a client may take to read one reply.
    package var replyDeadline: Duration = .seconds(120)
    /// The time for which a client may read nothing of a reply before its connection is reset.
    package var stallDeadline: Duration = .seconds(20)
    /// The number of connections served at once. A further one replaces the connection that has kept the server waiting for
    /// longest, or waits in the system's queue where there is none.
    package var maximumConnections = 256
    /// The time that a connection may stay open without a request while others wait for its place.
    package var idleGrace: Duration = .milliseconds(500)
    /// The time for which a connection may stall, neither reading its reply nor sending its request, while others wait for
    /// its place.
    package var stallGrace: Duration = .seconds(1)
    /// The time that replies carry in their `Date` headers.
    package var now: @Sendable () -> Date = { Date() }

    /// Makes the default behaviour.
    package init() {}
}

/// An HTTP/1.1 server on a port of 127.0.0.1, which answers every request with what one function returns.
///
/// It reads requests strictly (RFC 9112), keeps connections open, and can misbehave on purpose: a response with a
/// `WireFault` is bent on its way out.
package final class Server: Sendable {
    /// Answers a request, on the server's only thread: whatever takes long holds up every connection.
    package typealias Answer = @Sendable (Request) -> Response

    /// The state between `start` and `stop`.
    private struct Run: Sendable {
        let port: Int
        let listener: Socket
        let pipe: WakePipe
        let thread: ServerThread
        /// Whether the pipe is open: responses that come later than the end wake nobody.
        let isOpen: Locked<Bool>
    }

    private let behaviour: ServerBehaviour
    private let reply: @Sendable (Request) -> Reply
    private let refusing = Locked(false)
    private let run = Locked<Run?>(nil)

    /// Makes a server that answers requests with a function; it serves once started.
    package convenience init(behaviour: ServerBehaviour = ServerBehaviour(), answer: @escaping Answer) {
        self.init(behaviour: behaviour, reply: { .now(answer($0)) })
    }

    /// Makes a server whose responses may come later, from other threads.
    package init(behaviour: ServerBehaviour = ServerBehaviour(), reply: @escaping @Sendable (Request) -> Reply) {
        self.behaviour = behaviour
        self.reply = reply
    }

    deinit { stop() }

    /// Begins to serve, on a thread of its own, and returns the bound port; port 0 takes any free one.
    ///
    /// - Throws: `ServerError.portInUse` and the like, whose text says what to do.
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
                    port: port, listener: listener, pipe: pipe, thread: try serve(listener, pipe, isOpen),
                    isOpen: isOpen)
                return port
            } catch {
                listener.closeNow()
                throw error
            }
        }
    }

    /// Closes every connection, ends the thread and frees the port, and returns when all that is done.
    ///
    /// It has no effect on a server that does not run.
    package func stop() {
        run.withLock { run in
            guard let ending = run else { return }
            ending.pipe.send(.end)
            ending.thread.join()
            ending.isOpen.withLock { isOpen in
                isOpen = false
                ending.pipe.closeBoth()
            }
            run = nil
        }
    }

    /// Refuses connections from now on (outside Linux: resets them as soon as they are made), or lets them in again.
    ///
    /// The port stays bound, and connections that exist stay open.
    package func refuseConnections(_ refuses: Bool) {
        run.withLock { run in
            guard refusing.withLock({ $0 }) != refuses else { return }
            // The event loop must never poll a listener that does not listen: connections are let in before it looks,
            // and shut out after it has been told to look away.
            if !refuses, let run {
                // It fails only where another process has taken the port meanwhile; then it stays unreachable.
                _ = run.listener.startListening(on: run.port)
            }
            refusing.withLock { $0 = refuses }
            if refuses { run?.listener.stopListening() }
            run?.pipe.send(.look)
        }
    }

    private func serve(
        _ listener: Socket, _ pipe: WakePipe, _ isOpen: Locked<Bool>
    ) throws(ServerError) -> ServerThread {
        // The thread holds on to what it serves and not to the server, so that dropping the server stops it.
        let (behaviour, reply, refusing) = (behaviour, reply, refusing)
        let thread = ServerThread.start("LoopbackServer") {
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
        }
        if let thread { return thread }
        let code = errno
        pipe.closeBoth()
        throw .system(call: "pthread_create", code: code)
    }
}
