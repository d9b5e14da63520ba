import Foundation

#if canImport(Darwin)
    private let noSignal: Int32 = 0
    private let stream = SOCK_STREAM
#else
    private let noSignal = Int32(MSG_NOSIGNAL)
    private let stream = Int32(SOCK_STREAM.rawValue)
#endif

/// A loopback server that gives a test control over every byte of each connection.
// Unchecked: all mutable state is accessed under `lock`.
final class LoopbackServer: @unchecked Sendable {
    struct Request: Sendable {
        let method: String
        let target: String
        /// Header fields with lowercased names.
        let headers: [String: String]
        let body: [UInt8]
    }

    /// A connection after its request was read.
    struct Connection: Sendable {
        let descriptor: Int32

        func send(_ text: String) { send(Array(text.utf8)) }

        func send(_ bytes: [UInt8]) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, noSignal) }
                if count <= 0 { return }
                rest = rest.dropFirst(count)
            }
        }

        /// Returns once the client has closed the connection.
        func waitUntilClosed() {
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, 0) > 0 {}
        }

        var isClosed: Bool {
            var byte: UInt8 = 0
            return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
        }

        func reset() {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
    }

    let port: Int
    private let listener: Int32
    private let lock = NSLock()
    private var received: [Request] = []
    private var accepted = 0

    var origin: String { "http://127.0.0.1:\(port)" }
    /// The number of accepted connections.
    var connections: Int { lock.withLock { accepted } }
    var requests: [Request] { lock.withLock { received } }

    /// Serves each connection on its own thread and closes it when the closure returns.
    init(_ serve: @escaping @Sendable (Request, Connection) -> Void) throws {
        let listener = socket(AF_INET, stream, 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = Int(UInt16(bigEndian: address.sin_port))
        let count: @Sendable () -> Void = { [weak self] in
            guard let self else { return }
            self.lock.withLock { self.accepted += 1 }
        }
        let record: @Sendable (Request) -> Void = { [weak self] request in
            guard let self else { return }
            self.lock.withLock { self.received.append(request) }
        }
        Thread.detachNewThread {
            while true {
                let descriptor = accept(listener, nil, nil)
                if descriptor < 0 {
                    // Closing the socket earlier could close a new server with the same descriptor.
                    close(listener)
                    return
                }
                count()
                Thread.detachNewThread {
                    defer { close(descriptor) }
                    guard let request = Self.read(descriptor) else { return }
                    record(request)
                    serve(request, Connection(descriptor: descriptor))
                }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func read(_ descriptor: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        func more() -> Bool {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { bytes += buffer[..<count] }
            return count > 0
        }
        let end = Data("\r\n\r\n".utf8)
        while Data(bytes).range(of: end) == nil {
            if !more() { return nil }
            // The first byte of a TLS handshake, which contains no line end.
            if bytes.first == 0x16 { return Request(method: "TLS", target: "", headers: [:], body: []) }
        }
        guard let range = Data(bytes).range(of: end) else { return nil }
        let lines = String(decoding: bytes[..<range.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        let length = Int(headers["content-length"] ?? "") ?? 0
        while bytes.count < range.upperBound + length { if !more() { return nil } }
        let words = (lines.first ?? "").split(separator: " ").map(String.init)
        guard words.count >= 2 else { return nil }
        return Request(
            method: words[0], target: words[1], headers: headers,
            body: Array(bytes[range.upperBound..<range.upperBound + length]))
    }
}

/// Returns a response that closes its connection.
func response(_ status: String, _ headers: [String] = [], body: String = "") -> String {
    (["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers)
        .joined(separator: "\r\n") + "\r\n\r\n" + body
}
