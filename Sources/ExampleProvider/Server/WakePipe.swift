#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A pipe that makes `poll` return in another thread; whoever made it closes it after that thread has ended.
struct WakePipe: Sendable {
    /// The end to be polled.
    let reader: Int32
    private let writer: Int32

    init() throws(ProviderError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
        (reader, writer) = (ends[0], ends[1])
        guard ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            let code = errno
            closeBoth()
            throw .system(call: "fcntl", code: code)
        }
    }

    /// What the poller is woken for.
    enum Call: UInt8 {
        /// To look at what it polls again.
        case look
        /// To end.
        case end
    }

    /// Wakes the poller; the reader is open for as long as the pipe is, so there is no broken pipe.
    func send(_ call: Call) {
        var byte = call.rawValue
        while write(writer, &byte, 1) < 0, errno == EINTR {}
    }

    /// The next call; the poller waits for it where there is none.
    func receive() -> Call? {
        var byte: UInt8 = 0
        return read(reader, &byte, 1) == 1 ? Call(rawValue: byte) : nil
    }

    func closeBoth() {
        _ = close(reader)
        _ = close(writer)
    }
}
