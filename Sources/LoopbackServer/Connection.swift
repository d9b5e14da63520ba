import Foundation

/// One client connection, as a non-blocking state machine that the event loop drives on its thread.
final class Connection {
    typealias Instant = ContinuousClock.Instant

    private enum Phase {
        case receiving(deadline: Instant)
        case sending(Outgoing)
        case awaiting(PendingResponse, Request, deadline: Instant)
        /// The response is sent. Further input is discarded, so that the client can read the response before the close.
        case lingering(deadline: Instant)
        case closed
    }

    /// The maximum number of buffered bytes of pipelined requests.
    private static let maximumReadAhead = 64 * 1024
    private static let lingering = Duration.seconds(2)
    /// The maximum number of bytes written before other connections get a turn.
    private static let maximumBytesPerTurn = 1024 * 1024

    let socket: Socket
    private let behaviour: ServerBehaviour
    private let answer: (Request) -> Reply
    private var parser = RequestParser()
    private var phase: Phase
    private var requestBegan: Instant?
    private var inputEnded = false
    /// The last time that the client sent or read a byte that the server waited for.
    private var lastProgress: Instant
    /// Whether another pipelined request may be buffered; it waits until other connections had a turn.
    private var hasMore = false
    private var hasAnswered = false

    init(socket: Socket, behaviour: ServerBehaviour, now: Instant, answer: @escaping (Request) -> Reply) {
        self.socket = socket
        self.behaviour = behaviour
        self.answer = answer
        phase = .receiving(deadline: now + behaviour.idleDeadline)
        lastProgress = now
    }

    var isClosed: Bool {
        if case .closed = phase { true } else { false }
    }

    /// Returns the time from which another connection may replace this one, or `nil` while its client waits.
    func evictionTime(now: Instant) -> Instant? {
        switch phase {
        case .receiving:
            let isIdle = !parser.hasBegun && requestBegan == nil
            return lastProgress + (isIdle ? behaviour.idleGrace : behaviour.stallGrace)
        case .sending(let outgoing):
            guard !outgoing.isHeld, outgoing.notBefore <= now else { return nil }
            return max(lastProgress, outgoing.notBefore) + behaviour.stallGrace
        case .lingering: return lastProgress + behaviour.idleGrace
        case .awaiting, .closed: return nil
        }
    }

    /// Returns the time at which to give up on a client that reads no more of the response.
    private func deadline(of outgoing: Outgoing) -> Instant {
        outgoing.isHeld
            ? outgoing.deadline
            : min(outgoing.deadline, max(lastProgress, outgoing.notBefore) + behaviour.stallDeadline)
    }

    /// Returns the events to poll the socket for, and the time to call `advance` even without an event.
    func pollRequest(now: Instant) -> (events: Int16, wake: Instant) {
        let input = Int16(POLLIN)
        if hasMore { return (input, now) }
        // Reading on detects a client that gives up, and serves clients that pipeline requests.
        let reads = !inputEnded && parser.buffered < Self.maximumReadAhead ? input : 0
        switch phase {
        case .receiving(let deadline), .lingering(let deadline): return (input, deadline)
        case .sending(let outgoing):
            let deadline = deadline(of: outgoing)
            if outgoing.isHeld { return (reads, deadline) }
            if outgoing.notBefore > now { return (reads, min(outgoing.notBefore, deadline)) }
            return (reads | Int16(POLLOUT), deadline)
        case .awaiting(let pending, _, let deadline):
            return (reads, pending.response == nil ? deadline : now)
        case .closed: return (0, now)
        }
    }

    /// Makes all progress possible after `poll` reported events or the wake time has passed.
    func advance(events: Int16, now: Instant) {
        if events & Int16(POLLERR | POLLNVAL) != 0 {
            close()
        } else if events & Int16(POLLIN | POLLHUP) != 0 {
            receive(now: now)
        }
        var budget = Self.maximumBytesPerTurn
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
                } else {
                    if now >= deadline { reset() }
                    return
                }
            case .lingering(let deadline):
                if inputEnded || now >= deadline { close() }
                return
            case .closed: return
            }
        }
    }

    func close() {
        guard !isClosed else { return }
        phase = .closed
        socket.closeNow()
    }

    /// Closes the connection to make room for another. Resets it unless it is idle.
    func evict() {
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
                if case .receiving = phase { lastProgress = now }
                parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case .blocked: break
            case .ended: inputEnded = true
            }
        }
    }

    /// Starts to answer a complete or invalid request. Returns false if the connection must wait.
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
                throw RequestFailure(408, "the request was not complete in time")
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
        lastProgress = now
        phase = .sending(Outgoing(transmission, now: now, limit: behaviour.replyDeadline))
    }

    /// Sends as much as the socket accepts. Returns false if the rest must wait.
    private func send(_ outgoing: inout Outgoing, budget: inout Int, now: Instant) -> Bool {
        defer {
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
                lastProgress = now
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
        lastProgress = now
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

struct Outgoing {
    let transmission: Transmission
    var notBefore: ContinuousClock.Instant
    /// The time by which the client must have read the whole response.
    let deadline: ContinuousClock.Instant
    private var offset = 0

    init(_ transmission: Transmission, now: ContinuousClock.Instant, limit: Duration) {
        self.transmission = transmission
        notBefore = now + transmission.delay
        deadline = notBefore + limit
    }

    /// Whether everything is sent and the connection is being held open.
    var isHeld: Bool { transmission.ending == .hold && portion == nil }

    /// The next contiguous bytes to send, or `nil` after the last one.
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

    mutating func advance(by count: Int, now: ContinuousClock.Instant) {
        offset += count
        if let drip = transmission.drip, offset >= drip.start { notBefore = now + drip.pause }
    }
}
