import Foundation

/// A non-blocking TCP socket on the loopback interface. Its creator closes it.
struct Socket: Hashable {
    enum Progress {
        case moved(Int)
        case blocked
        /// The peer has ended its stream, or the connection is broken.
        case ended
    }

    let descriptor: Int32

    /// Returns a socket that is bound to a port of 127.0.0.1 but does not listen yet. Port 0 takes any free one.
    static func bound(port: Int) throws(ServerError) -> Socket {
        #if os(Linux)
            // Linux releases a system-chosen port when its socket stops listening, but keeps a requested one.
            guard port != 0 else {
                let chosen = try bound(number: 0)
                defer { chosen.closeNow() }
                return try bound(number: UInt16(chosen.boundPort()))
            }
        #endif
        guard let number = UInt16(exactly: port) else { throw .invalidPort(port) }
        return try bound(number: number)
    }

    private static func bound(number: UInt16) throws(ServerError) -> Socket {
        let descriptor = socket(AF_INET, streamType, 0)
        guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
        let bound = Socket(descriptor: descriptor)
        do throws(ServerError) {
            try bound.prepare()
            try bound.set(SO_REUSEADDR, level: SOL_SOCKET)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = number.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else { throw .port(Int(number), call: "bind", code: errno) }
            return bound
        } catch {
            bound.closeNow()
            throw error
        }
    }

    /// Starts or resumes listening. Returns the error if it fails.
    func startListening(on port: Int) -> ServerError? {
        listen(descriptor, Int32(SOMAXCONN)) == 0 ? nil : .port(port, call: "listen", code: errno)
    }

    /// Makes the system refuse connections but keeps the port. Linux only; elsewhere the event loop resets connections.
    func stopListening() {
        #if os(Linux)
            _ = shutdown(descriptor, Int32(SHUT_RD))
        #endif
    }

    func boundPort() throws(ServerError) -> Int {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard result == 0 else { throw .system(call: "getsockname", code: errno) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    func acceptNext() -> Result<Socket, AcceptFailure> {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { return .failure(AcceptFailure(code: errno)) }
        let connection = Socket(descriptor: accepted)
        do throws(ServerError) {
            try connection.prepare()
            // Responses are written whole; Nagle's algorithm would only delay the last packet.
            try connection.set(TCP_NODELAY, level: Int32(IPPROTO_TCP))
            return .success(connection)
        } catch {
            connection.closeNow()
            return .failure(AcceptFailure(code: ECONNABORTED))
        }
    }

    struct AcceptFailure: Error {
        let code: Int32
        /// Whether the failure concerns one connection only, so that the next may succeed.
        var isPerConnection: Bool { code == ECONNABORTED || code == EINTR }
        var isEmptyQueue: Bool { code == EAGAIN || code == EWOULDBLOCK }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Progress {
        progress(recv(descriptor, buffer.baseAddress, buffer.count, 0), zeroEnds: true)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Progress {
        progress(send(descriptor, bytes.baseAddress, bytes.count, Self.sendFlags), zeroEnds: false)
    }

    private func progress(_ count: Int, zeroEnds: Bool) -> Progress {
        if count > 0 || count == 0 && !zeroEnds { return .moved(count) }
        return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? .blocked : .ended
    }

    func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    func closeNow() { _ = close(descriptor) }

    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        closeNow()
    }

    /// Makes the socket non-blocking and close-on-exec, and disables `SIGPIPE` for it.
    private func prepare() throws(ServerError) {
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            throw .system(call: "fcntl", code: errno)
        }
        #if canImport(Darwin)
            try set(SO_NOSIGPIPE, level: SOL_SOCKET)
        #endif
    }

    private func set(_ option: Int32, level: Int32) throws(ServerError) {
        var on: Int32 = 1
        guard setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw .system(call: "setsockopt", code: errno)
        }
    }

    #if canImport(Glibc)
        private static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
        private static let streamType = SOCK_STREAM
    #endif

    #if canImport(Darwin)
        private static let sendFlags: Int32 = 0
    #else
        private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif
}

extension ServerError {
    fileprivate static func port(_ port: Int, call: String, code: Int32) -> ServerError {
        switch code {
        case EADDRINUSE: .portInUse(port)
        case EACCES: .portNotPermitted(port)
        default: .system(call: call, code: code)
        }
    }
}
