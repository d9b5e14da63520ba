import Foundation

/// One client's connection: reads requests, sends replies, and knows when it wants to be called again.
///
/// It belongs to the event loop's thread and never blocks it.
final class Connection {
    typealias Instant = ContinuousClock.Instant

    private enum Phase {
        /// Waits for a request or reads one; the deadline ends either.
        case receiving(deadline: Instant)
        case sending(Outgoing)
        /// Another thread makes the response.
        case awaiting(PendingResponse, Request, deadline: Instant)
        /// All is sent; what the client still sends is thrown away so that it can read the reply before the close.
        case lingering(deadline: Instant)
        case closed
    }

    /// Requests that are sent ahead of their replies are read up to here; then the client must wait.
    private static let maximumReadAhead = 64 * 1024
    private static let lingering = Duration.seconds(2)
    /// The most that is written before other connections have their turn.
    private static let turn = 1024 * 1024

    let socket: Socket
    private let behaviour: ServerBehaviour
    private let answer: (Request) -> Reply
    private var parser = RequestParser()
    private var phase: Phase
    private var requestBegan: Instant?
    private var inputEnded = false
    /// When the client last sent or read a byte that the server waited for.
    private var moved: Instant
    /// Whether a further request may be there already, which waits until other connections had their turn.
    private var hasMore = false
    /// Whether a request was answered in this turn.
    private var hasAnswered = false

    init(socket: Socket, behaviour: ServerBehaviour, now: Instant, answer: @escaping (Request) -> Reply) {
        self.socket = socket
        self.behaviour = behaviour
        self.answer = answer
        phase = .receiving(deadline: now + behaviour.idleDeadline)
        moved = now
    }

    var isClosed: Bool {
        if case .closed = phase { true } else { false }
    }

    /// The time from which the connection may be closed for another one: its client keeps the server waiting. `nil` while the
    /// server keeps the client waiting.
    func yields(now: Instant) -> Instant? {
        switch phase {
        case .receiving:
            let isIdle = !parser.hasBegun && requestBegan == nil
            return moved + (isIdle ? behaviour.idleGrace : behaviour.stallGrace)
        case .sending(let outgoing):
            guard !outgoing.isHeld, outgoing.notBefore <= now else { return nil }
            return max(moved, outgoing.notBefore) + behaviour.stallGrace
        case .lingering: return moved + behaviour.idleGrace
        case .awaiting, .closed: return nil
        }
    }

    /// The time when a client that reads nothing more of a reply is given up.
    private func deadline(of outgoing: Outgoing) -> Instant {
        outgoing.isHeld
            ? outgoing.deadline : min(outgoing.deadline, max(moved, outgoing.notBefore) + behaviour.stallDeadline)
    }

    /// Returns the events to poll the socket for, and the time to call `advance` even without one.
    func wishes(now: Instant) -> (events: Int16, wake: Instant) {
        let input = Int16(POLLIN)
        if hasMore { return (input, now) }
        switch phase {
        case .receiving(let deadline), .lingering(let deadline): return (input, deadline)
        case .sending(let outgoing):
            // Reading on shows when the client gives up, and serves clients that send before they read.
            let reads = !inputEnded && parser.buffered < Self.maximumReadAhead ? input : 0
            let deadline = deadline(of: outgoing)
            if outgoing.isHeld { return (reads, deadline) }
            if outgoing.notBefore > now { return (reads, min(outgoing.notBefore, deadline)) }
            return (reads | Int16(POLLOUT), deadline)
        case .awaiting(let pending, _, let deadline):
            let reads = !inputEnded && parser.buffered < Self.maximumReadAhead ? input : 0
            return (reads, pending.response == nil ? deadline : now)
        case .closed: return (0, now)
        }
    }

    /// Does all that can be done now, after `poll` reported these events or a time has come.
    func advance(events: Int16, now: Instant) {
        if events & Int16(POLLERR | POLLNVAL) != 0 {
            close()
        } else if events & Int16(POLLIN | POLLHUP) != 0 {
            receive(now: now)
        }
        var budget = Self.turn
        hasMore = false
        hasAnswered = false
        while true {
            switch phase {
            case .receiving(let deadline):
                if hasAnswered {
                    hasMore = true
                    return
                }
                guard takeRequest(deadline: deadline, now: now) else { return }
            case .sending(var outgoing):
                guard send(&outgoing, budget: &budget, now: now) else { return }
            case .awaiting(let pending, let request, let deadline):
                if let response = pending.response {
                    begin(transmission(response, to: request), now: now)
                } else if now >= deadline {
                    reset()
                    return
                } else {
                    return
                }
            case .lingering(let deadline):
                if inputEnded || now >= deadline { close() }
                return
            case .closed: return
            }
        }
    }

    /// Ends the connection in order.
    func close() {
        guard !isClosed else { return }
        phase = .closed
        socket.closeNow()
    }

    /// Ends the connection for another one: in order where nothing is under way, else with a reset.
    func end() {
        switch phase {
        case .receiving where parser.hasBegun || requestBegan != nil: reset()
        case .receiving, .lingering: close()
        case .sending, .awaiting: reset()
        case .closed: break
        }
    }

    private func reset() {
        phase = .closed
        socket.reset()
    }

    private func receive(now: Instant) {
        guard !inputEnded, !isClosed else { return }
        withUnsafeTemporaryAllocation(byteCount: 32 * 1024, alignment: 1) { buffer in
            switch socket.read(into: buffer) {
            case .moved(let count):
                if case .lingering = phase { return }
                if case .receiving = phase { moved = now }
                parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case .blocked: break
            case .ended: inputEnded = true
            }
        }
    }

    /// Begins to answer the next request if it is whole or wrong; false where there is nothing to do but wait.
    private func takeRequest(deadline: Instant, now: Instant) -> Bool {
        do throws(RequestFailure) {
            switch try parser.next() {
            case .request(let request):
                requestBegan = nil
                hasAnswered = true
                switch answer(request) {
                case .now(let response): begin(transmission(response, to: request), now: now)
                case .later(let pending): phase = .awaiting(pending, request, deadline: now + behaviour.replyDeadline)
                }
                return true
            case .expectsContinue:
                begin(.interimContinue, now: now)
                return true
            case .incomplete: break
            }
            if inputEnded {
                close()
            } else if parser.hasBegun, requestBegan == nil {
                requestBegan = now
                phase = .receiving(deadline: now + behaviour.requestDeadline)
            } else if now >= deadline {
                guard parser.hasBegun else {
                    close()
                    return false
                }
                throw RequestFailure(408, "the request was not whole in time")
            }
            return false
        } catch {
            begin(Transmission(refusing: error, date: CalendarTime(behaviour.now()).httpDate), now: now)
            return true
        }
    }

    private func transmission(_ response: Response, to request: Request) -> Transmission {
        Transmission(response, to: request, date: CalendarTime(behaviour.now()).httpDate)
    }

    private func begin(_ transmission: Transmission, now: Instant) {
        moved = now
        phase = .sending(Outgoing(transmission, now: now, limit: behaviour.replyDeadline))
    }

    /// Sends what the socket takes; false where the rest must wait.
    private func send(_ outgoing: inout Outgoing, budget: inout Int, now: Instant) -> Bool {
        defer {
            // The phase may have moved on to something else than sending.
            if case .sending = phase { phase = .sending(outgoing) }
        }
        let givesUp = inputEnded && (outgoing.isHeld || outgoing.transmission.drip != nil)
        if givesUp || now >= deadline(of: outgoing) {
            reset()
            return false
        }
        while outgoing.notBefore <= now, budget > 0 {
            guard let portion = outgoing.portion else { return finish(outgoing.transmission.ending, now: now) }
            switch portion.withUnsafeBytes({ socket.write($0) }) {
            case .moved(let count):
                outgoing.advance(by: count, now: now)
                moved = now
                budget -= count
            case .blocked: return false
            case .ended:
                close()
                return false
            }
        }
        return false
    }

    private func finish(_ ending: Transmission.Ending, now: Instant) -> Bool {
        moved = now
        switch ending {
        case .keepOpen:
            phase = .receiving(deadline: now + behaviour.idleDeadline)
            return true
        case .resume:
            phase = .receiving(deadline: (requestBegan ?? now) + behaviour.requestDeadline)
            requestBegan = requestBegan ?? now
            return true
        case .close:
            socket.endWriting()
            phase = .lingering(deadline: now + Self.lingering)
            return true
        case .reset:
            reset()
            return false
        case .hold: return false
        }
    }
}

/// A reply on its way: how much of it has gone, and when more may go.
struct Outgoing {
    let transmission: Transmission
    /// The time when the next byte may go.
    var notBefore: ContinuousClock.Instant
    /// The time when the client has had time enough to read it all.
    let deadline: ContinuousClock.Instant
    private var offset = 0

    init(_ transmission: Transmission, now: ContinuousClock.Instant, limit: Duration) {
        self.transmission = transmission
        notBefore = now + transmission.delay
        deadline = notBefore + limit
    }

    /// Indicates whether all is sent and the connection is only kept from ending.
    var isHeld: Bool { transmission.ending == .hold && portion == nil }

    /// The bytes that come next, as far as they lie together; `nil` after the last.
    var portion: ArraySlice<UInt8>? {
        let bytes = transmission.bytes
        if offset < bytes.count {
            guard let drip = transmission.drip else { return bytes[offset...] }
            return offset < drip.start ? bytes[offset..<drip.start] : bytes[offset...offset]
        }
        let inBlocks = offset - bytes.count
        let blockBytes = transmission.blocks * transmission.block.count
        if inBlocks < blockBytes { return transmission.block[(inBlocks % transmission.block.count)...] }
        let inTail = inBlocks - blockBytes
        return inTail < transmission.tail.count ? transmission.tail[inTail...] : nil
    }

    /// Notes that so many bytes of the portion have gone.
    mutating func advance(by count: Int, now: ContinuousClock.Instant) {
        offset += count
        if let drip = transmission.drip, offset >= drip.start { notBefore = now + drip.pause }
    }
}
