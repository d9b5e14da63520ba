import Foundation

/// A TCP socket of this machine's loopback, never blocking, closed by whoever made it.
struct Socket: Hashable {
    enum Progress {
        /// So many bytes went through.
        case moved(Int)
        /// Nothing can move now.
        case blocked
        /// The other side has ended its stream, or the connection is broken.
        case ended
    }

    let descriptor: Int32

    /// A socket that is bound to a port of 127.0.0.1 and does not listen yet; port 0 takes any free one.
    static func bound(port: Int) throws(ServerError) -> Socket {
        #if os(Linux)
            // A port that the system chose is lost when its socket stops listening, one that was asked for is kept.
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

    /// Lets clients connect, for the first time or again, and says what hinders it.
    func startListening(on port: Int) -> ServerError? {
        listen(descriptor, Int32(SOMAXCONN)) == 0 ? nil : .port(port, call: "listen", code: errno)
    }

    /// Lets the system refuse connections and keeps the port.
    ///
    /// Only Linux can do so; elsewhere connections are still accepted, for the event loop to reset them.
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

    /// The next connection that waits, or the error number where there is none.
    func acceptNext() -> Result<Socket, AcceptFailure> {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { return .failure(AcceptFailure(code: errno)) }
        let connection = Socket(descriptor: accepted)
        do throws(ServerError) {
            try connection.prepare()
            // Replies are written whole: waiting for more to send would only delay the last packet.
            try connection.set(TCP_NODELAY, level: Int32(IPPROTO_TCP))
            return .success(connection)
        } catch {
            // The client was gone before its connection was set up.
            connection.closeNow()
            return .failure(AcceptFailure(code: ECONNABORTED))
        }
    }

    struct AcceptFailure: Error {
        let code: Int32
        /// Indicates whether the next connection may be there all the same.
        var isOfOneConnection: Bool { code == ECONNABORTED || code == EINTR }
        /// Indicates whether there is just nobody waiting.
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

    /// Ends the stream to the client and leaves the other one open.
    func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    func closeNow() { _ = close(descriptor) }

    /// Closes with a reset instead of an orderly end.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        closeNow()
    }

    /// Makes the socket non-blocking, private to this process, and silent where the client is gone.
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
