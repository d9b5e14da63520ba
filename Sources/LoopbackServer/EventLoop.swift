import Foundation

/// A loop that serves all connections on one thread with `poll`. Responses are quick, so one thread suffices.
final class EventLoop {
    private let listener: Socket
    private let pipe: WakePipe
    private let behaviour: ServerBehaviour
    private let refusesConnections: () -> Bool
    private let answer: (Request) -> Reply
    private var connections: [Connection] = []
    /// The time until which no connection is accepted, after the system ran out of descriptors or memory.
    private var acceptsAfter = ContinuousClock.now

    init(
        listener: Socket, pipe: WakePipe, behaviour: ServerBehaviour, refusesConnections: @escaping () -> Bool,
        answer: @escaping (Request) -> Reply
    ) {
        self.listener = listener
        self.pipe = pipe
        self.behaviour = behaviour
        self.refusesConnections = refusesConnections
        self.answer = answer
    }

    private var maximumConnections: Int { max(1, behaviour.maximumConnections) }

    func run() {
        var polled: [pollfd] = []
        while true {
            var now = ContinuousClock.now
            var alarm = now + .seconds(3600)
            // When all slots are taken, a new connection replaces one whose client keeps the server waiting.
            let room = connections.count < maximumConnections ? now : nextToEvict(now: now)?.time
            let isFull = room.map { $0 > now } ?? true
            if let room, room > now { alarm = min(alarm, room) }
            if acceptsAfter > now { alarm = acceptsAfter }
            polled.removeAll(keepingCapacity: true)
            polled.append(pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0))
            // `poll` ignores negative descriptors.
            let listening = isFull || acceptsAfter > now || refusesConnections() ? -1 : listener.descriptor
            polled.append(pollfd(fd: listening, events: Int16(POLLIN), revents: 0))
            for connection in connections {
                let request = connection.pollRequest(now: now)
                alarm = min(alarm, request.wake)
                polled.append(pollfd(fd: connection.socket.descriptor, events: request.events, revents: 0))
            }

            let count = poll(&polled, nfds_t(polled.count), Self.milliseconds(until: alarm, from: now))
            if count < 0 { continue }
            if polled[0].revents != 0, pipe.receive() == .end { break }
            now = ContinuousClock.now
            for (connection, entry) in zip(connections, polled.dropFirst(2))
            where entry.revents != 0 || connection.pollRequest(now: now).wake <= now {
                connection.advance(events: entry.revents, now: now)
            }
            connections.removeAll(where: \.isClosed)
            if polled[1].revents != 0 { acceptAll(now: now) }
        }
        connections.forEach { $0.close() }
        // A forking process briefly holds a copy of the listener, and thus the port.
        listener.stopListening()
        listener.closeNow()
    }

    /// Returns the connection to close first when another one needs its slot, and the earliest time to close it.
    private func nextToEvict(now: ContinuousClock.Instant) -> (connection: Connection, time: ContinuousClock.Instant)? {
        connections.compactMap { connection in connection.evictionTime(now: now).map { (connection, $0) } }.min {
            $0.1 < $1.1
        }
    }

    private func acceptAll(now: ContinuousClock.Instant) {
        while true {
            var evicted: Connection?
            if connections.count >= maximumConnections {
                guard let next = nextToEvict(now: now), next.time <= now else { return }
                evicted = next.connection
            }
            switch listener.acceptNext() {
            case .success(let socket):
                if refusesConnections() {
                    socket.reset()
                } else {
                    evicted?.evict()
                    connections.removeAll(where: \.isClosed)
                    connections.append(Connection(socket: socket, behaviour: behaviour, now: now, answer: answer))
                }
            case .failure(let failure):
                if failure.isPerConnection { continue }
                // Out of descriptors or memory: an immediate retry would spin.
                if !failure.isEmptyQueue, !refusesConnections() { acceptsAfter = now + .milliseconds(100) }
                return
            }
        }
    }

    /// Returns the timeout for `poll`, rounded up so that the alarm has passed on waking.
    private static func milliseconds(until alarm: ContinuousClock.Instant, from now: ContinuousClock.Instant) -> Int32 {
        let pause = max(.zero, alarm - now).components
        return Int32(clamping: pause.seconds * 1000 + (pause.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

/// A pipe that makes `poll` return in another thread. Its creator closes it after that thread has ended.
struct WakePipe: Sendable {
    let reader: Int32
    private let writer: Int32

    init() throws(ServerError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
        (reader, writer) = (ends[0], ends[1])
        guard ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            let code = errno
            closeBoth()
            throw .system(call: "fcntl", code: code)
        }
    }

    enum Call: UInt8 {
        case look
        case end
    }

    /// Wakes the event loop. The reader stays open as long as the pipe, so `SIGPIPE` cannot occur.
    func send(_ call: Call) {
        var byte = call.rawValue
        while write(writer, &byte, 1) < 0, errno == EINTR {}
    }

    /// Reads the next call, and blocks until there is one.
    func receive() -> Call? {
        var byte: UInt8 = 0
        return read(reader, &byte, 1) == 1 ? Call(rawValue: byte) : nil
    }

    func closeBoth() {
        _ = close(reader)
        _ = close(writer)
    }
}
