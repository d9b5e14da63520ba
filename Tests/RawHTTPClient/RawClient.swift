import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A reply as read from the wire.
package struct RawReply: Equatable {
    package var status: Int
    /// The header fields in order, with lowercase names.
    package var headers: [String]
    package var body: [UInt8]

    package init(status: Int, headers: [String], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package var text: String { String(decoding: body, as: UTF8.self) }

    package func header(_ name: String) -> String? {
        headers.first { $0.hasPrefix(name.lowercased() + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
}

/// A TCP client that sends bytes verbatim, so that it can send malformed requests.
package final class RawClient {
    package struct Failure: Error, Equatable {
        let what: String
        let code: Int32

        package init(what: String, code: Int32 = errno) {
            self.what = what
            self.code = code
        }
    }

    /// The server sent no data for 30 seconds. Tests never expect this error.
    package struct Silence: Error {}

    private let descriptor: Int32
    private var unread: [UInt8] = []

    package init(port: Int) throws {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw Failure(what: "socket") }
        // The timeout makes a server fault fail the test instead of hanging it.
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // `deinit` closes the descriptor after this error too.
        guard connected == 0 else { throw Failure(what: "connect") }
    }

    deinit { _ = close(descriptor) }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                #if canImport(Darwin)
                    Darwin.send(descriptor, $0.baseAddress, $0.count, flags)
                #elseif canImport(Glibc)
                    Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
                #else
                    Musl.send(descriptor, $0.baseAddress, $0.count, flags)
                #endif
            }
            guard count > 0 else { throw Failure(what: "send") }
            rest = rest.dropFirst(count)
        }
    }

    package func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads more bytes. Returns `false` at the end of the stream.
    private func fill() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else {
            if errno == EAGAIN { throw Silence() }
            throw Failure(what: "recv")
        }
        unread += buffer[..<count]
        return count > 0
    }

    /// Returns all bytes until the end of the stream.
    package func readToEnd() throws -> [UInt8] {
        while try fill() {}
        defer { unread = [] }
        return unread
    }

    /// Returns the number of bytes until the end of the stream, without storing them.
    package func countToEnd() throws -> Int {
        var count = 0
        repeat {
            count += unread.count
            unread = []
        } while try fill()
        return count
    }

    package func readHead() throws -> RawReply {
        var end = unread.firstRange(of: Array("\r\n\r\n".utf8))
        while end == nil {
            guard try fill() else { throw Failure(what: "end of stream before the end of the head", code: 0) }
            end = unread.firstRange(of: Array("\r\n\r\n".utf8))
        }
        guard let end else { throw Failure(what: "no head", code: 0) }
        let lines = String(decoding: unread[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        unread.removeFirst(end.upperBound)
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Failure(what: "status line \(lines[0])", code: 0)
        }
        let headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return line[..<colon].lowercased() + line[colon...]
        }
        return RawReply(status: status, headers: headers, body: [])
    }

    /// Whether data or the end of the stream can be read within the timeout.
    package func isReadable(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return !unread.isEmpty || poll(&entry, 1, milliseconds) > 0
    }

    /// Whether the connection is reset within the timeout, without reading from it.
    package func isBroken(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&entry, 1, milliseconds) > 0 && entry.revents & Int16(POLLERR | POLLHUP) != 0
    }

    /// Returns the next available bytes.
    package func readSome() throws -> [UInt8] {
        if unread.isEmpty { _ = try fill() }
        defer { unread = [] }
        return unread
    }

    /// Reads the next reply, whose body has the length in its `Content-Length` header field.
    package func readReply(toHead: Bool = false) throws -> RawReply {
        var reply = try readHead()
        guard !toHead, let length = reply.header("content-length").flatMap({ Int($0) }) else { return reply }
        while unread.count < length {
            guard try fill() else { throw Failure(what: "body ends after \(unread.count) of \(length) bytes", code: 0) }
        }
        reply.body = Array(unread[..<length])
        unread.removeFirst(length)
        return reply
    }
}

/// Sends one request on a new connection.
package func ask(
    _ port: Int, _ method: String, _ target: String, headers: [String] = [], body: String? = nil
) throws -> RawReply {
    let client = try RawClient(port: port)
    var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + headers
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    return try client.readReply(toHead: method == "HEAD")
}
