import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#endif

/// A server on 127.0.0.1 that sends bytes verbatim, so that it can send malformed responses.
package final class RawServer: Sendable {
    /// A step of a response.
    package enum Step: Sendable {
        case send([UInt8])
        /// Waits for some seconds, or until the client disconnects.
        case wait(Double)
        /// Sends the same bytes repeatedly, with a pause in seconds, until the client disconnects.
        case again([UInt8], every: Double)
        /// Resets the connection.
        case reset
    }

    package struct Failure: Error {
        let code: Int32
    }

    package let port: Int
    private let listener: Int32

    /// - Parameter answer: returns the steps for a request, by its first line. The connection is closed after them.
    package init(_ answer: @escaping @Sendable (String) -> [Step]) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        signal(SIGPIPE, SIG_IGN)
        listener = socket(AF_INET, stream, 0)
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        port = try Self.open(listener)
        Thread.detachNewThread { [listener] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 { return }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                Thread.detachNewThread {
                    Self.serve(connection, answer)
                    close(connection)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Listens on a free port and returns the port.
    private static func open(_ listener: Int32) throws -> Int {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { throw Failure(code: errno) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func serve(_ connection: Int32, _ answer: (String) -> [Step]) {
        guard let line = request(on: connection) else { return }
        for step in answer(line) {
            switch step {
            case .send(let bytes): if !send(connection, bytes) { return }
            case .wait(let seconds): if !isThere(connection, for: seconds) { return }
            case .again(let bytes, let seconds):
                while send(connection, bytes), seconds == 0 || isThere(connection, for: seconds) {}
                return
            case .reset:
                var option = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            }
        }
    }

    /// Reads a whole request and returns its first line.
    private static func request(on connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
                let length =
                    lines.first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) } ?? 0
                if text[end.upperBound...].utf8.count >= length { return lines[0] }
            }
            let count = recv(connection, &chunk, chunk.count, 0)
            if count <= 0 { return nil }
            bytes += chunk[..<count]
        }
    }

    private static func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, 0) }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits, and returns `false` as soon as the client disconnects.
    private static func isThere(_ connection: Int32, for seconds: Double) -> Bool {
        let end = DispatchTime.now() + seconds
        var byte = UInt8(0)
        while DispatchTime.now() < end {
            var entry = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, 20) > 0, recv(connection, &byte, 1, 0) <= 0 { return false }
        }
        return true
    }
}
