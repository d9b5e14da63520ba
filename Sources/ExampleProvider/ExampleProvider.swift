import Foundation

/// The five services under contract, served over HTTP/1.1 on one port of 127.0.0.1.
///
/// What clients change, such as favourites and locations, is kept for as long as the provider exists, through stops and
/// starts; a new provider begins anew, and two that get the same calls answer the same but for random tokens and times.
public final class ExampleProvider: Sendable {
    /// What runs between `start` and `stop`.
    private struct Run: Sendable {
        let port: Int
        let listener: Socket
        let pipe: WakePipe
        let ended: DispatchSemaphore

        func letConnectionsIn() {
            // It fails only where another process has taken the port meanwhile; then it stays as unreachable as it was.
            _ = listener.startListening(on: port)
        }
    }

    private struct Faults: Sendable {
        var everywhere: ProviderFault?
        var byPath: [String: ProviderFault?] = [:]

        /// Whether not even a connection can be made; where one path differs, it must be made to see which one is asked.
        var refusesConnections: Bool { everywhere == .unreachable && byPath.isEmpty }
    }

    private let behaviour: ProviderBehaviour
    private let services: Locked<Services>
    private let faults: Locked<Faults>
    private let run = Locked<Run?>(nil)

    /// Makes a provider that accepts the credentials in `environment` and misbehaves by `fault`; it serves once started.
    public init(
        environment: [String: String] = [:], fault: ProviderFault? = nil,
        behaviour: ProviderBehaviour = ProviderBehaviour()
    ) {
        self.behaviour = behaviour
        services = Locked(Services(credentials: Self.credentials(in: environment), behaviour: behaviour))
        faults = Locked(Faults(everywhere: fault))
    }

    deinit { stop() }

    /// Begins to serve, on a thread of its own, and returns the bound port; port 0 takes any free one.
    ///
    /// - Throws: `ProviderError.portInUse` and the like, whose text says what to do.
    @discardableResult
    public func start(port: Int = 0) throws(ProviderError) -> Int {
        try run.withLock { run throws(ProviderError) in
            if let run { throw .alreadyRunning(port: run.port) }
            let listener = try Socket.bound(port: port)
            do throws(ProviderError) {
                let port = try listener.boundPort()
                if !faults.withLock(\.refusesConnections), let failure = listener.startListening(on: port) {
                    throw failure
                }
                let started = Run(
                    port: port, listener: listener, pipe: try WakePipe(), ended: DispatchSemaphore(value: 0))
                serve(started)
                run = started
                return port
            } catch {
                listener.closeNow()
                throw error
            }
        }
    }

    /// Closes every connection, ends the thread and frees the port, and returns when all that is done.
    ///
    /// It has no effect on a provider that does not serve.
    public func stop() {
        run.withLock { run in
            guard let ending = run else { return }
            ending.pipe.send(.end)
            ending.ended.wait()
            ending.pipe.closeBoth()
            run = nil
        }
    }

    /// Makes the provider misbehave from the next request on, or behave again with `nil`.
    ///
    /// With a path, such as `/v1/session`, it concerns requests for just that path. Without one it concerns all, and
    /// takes back what was set for single paths. A request that meets a fault changes nothing that is stored, but for
    /// `slow` and `drift`, whose replies are good news all the same.
    public func setFault(_ fault: ProviderFault?, path: String? = nil) {
        run.withLock { run in
            // Only here are the faults changed, and under the lock of the run: nothing comes between reading and writing.
            var changed = faults.withLock { $0 }
            let refused = changed.refusesConnections
            if let path {
                changed.byPath[path] = .some(fault)
            } else {
                changed = Faults(everywhere: fault)
            }
            // The event loop must never poll a listener that does not listen: connections are let in before it looks,
            // and shut out after it has been told to look away.
            if refused, !changed.refusesConnections { run?.letConnectionsIn() }
            faults.withLock { $0 = changed }
            if !refused, changed.refusesConnections { run?.listener.stopListening() }
            run?.pipe.send(.look)
        }
    }

    private func serve(_ run: Run) {
        // The thread holds on to what it serves and not to the provider, so that dropping the provider stops it.
        let (behaviour, services, faults) = (behaviour, services, faults)
        let thread = Thread {
            let loop = EventLoop(
                listener: run.listener, pipe: run.pipe, behaviour: behaviour,
                refusesConnections: { faults.withLock(\.refusesConnections) },
                answer: { request in
                    let path = "/" + request.path.joined(separator: "/")
                    let fault = faults.withLock { $0.byPath[path] ?? $0.everywhere }
                    let response = services.withLock { services in
                        if fault?.keepsChanges ?? true { return services.answer(request) }
                        var forgotten = services
                        return forgotten.answer(request)
                    }
                    let date = Timestamp(behaviour.now()).httpDate
                    return Transmission(response, to: request, fault: fault, date: date)
                })
            loop.run()
            run.ended.signal()
        }
        thread.name = "ExampleProvider"
        thread.start()
    }
}
