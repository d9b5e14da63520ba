import Foundation
import Testing

@testable import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct IPv6LiteralTests {
    @Test func callsAnIPv6Literal() async throws {
        guard let server = IPv6Server() else { return }
        var request = URLRequest(url: try #require(URL(string: "http://[::1]:\(server.port)/a%20b?c=d")))
        request.httpMethod = "POST"
        request.httpBody = Data("hello".utf8)
        for _ in 0..<3 {
            let (data, response) = try await LiveTransport().send(request)
            #expect(response.statusCode == 200)
            #expect(response.url == request.url)
            #expect(String(decoding: data, as: UTF8.self) == "POST /a%20b?c=d [::1]:\(server.port) hello")
        }
    }

    @Test func mapsAnOriginToAnIPv6Literal() async throws {
        guard let server = IPv6Server() else { return }
        let mapping = try OriginMapping(
            wrapping: LiveTransport(), ["https://api.example.com": "http://[::1]:\(server.port)"])
        let request = URLRequest(url: try #require(URL(string: "https://api.example.com/items")))
        let (data, response) = try await mapping.send(request)
        #expect(response.url == request.url)
        #expect(String(decoding: data, as: UTF8.self) == "GET /items [::1]:\(server.port) ")
    }

    @Test func explainsAnEndlessStreamOfAnIPv6Literal() async throws {
        guard let server = IPv6Server() else { return }
        defer { server.stop() }
        let url = try #require(URL(string: "http://[::1]:\(server.port)/stream"))
        let transport = LiveTransport(deadline: .milliseconds(500))
        let error = await #expect(throws: URLError.self) { try await transport.send(URLRequest(url: url)) }
        #expect(error?.code == .timedOut)
        #expect(error?.explanation == "the stream does not end: 9 bytes in 1 piece came in 0.5 s")
        #expect(error?.failingURL == url)
    }

    @Test func reportsARefusedIPv6Connection() async throws {
        guard let server = IPv6Server() else { return }
        let port = server.port
        server.stop()
        let url = try #require(URL(string: "http://[::1]:\(port)/"))
        let error = await #expect(throws: URLError.self) { try await LiveTransport().send(URLRequest(url: url)) }
        #expect(error?.code == .cannotConnectToHost)
    }

    #if os(Linux)
        @Test func reportsThatTLSToAnIPv6LiteralIsUnsupported() async throws {
            let url = try #require(URL(string: "https://[::1]:9/"))
            let error = await #expect(throws: URLError.self) { try await LiveTransport().send(URLRequest(url: url)) }
            #expect(error?.code == .unsupportedURL)
            #expect(error?.localizedDescription.contains("use a host name") == true)
        }
    #endif
}

/// A server on ::1 that answers one request per connection by echoing it, or at `/stream` by an endless stream.
/// Initialization fails if this machine lacks IPv6.
private final class IPv6Server: Sendable {
    let port: Int
    private let listener: Int32

    init?() {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let listener = socket(AF_INET6, stream, 0)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard listener >= 0, isListening else {
            print("not run: this machine has no address ::1")
            close(listener)
            return nil
        }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin6_port))
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.answer(connection) }
            }
        }
    }

    deinit { stop() }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func answer(_ connection: Int32) {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !text.contains("\r\n\r\n") || text.contains("hello") == false && text.hasPrefix("POST") {
            let count = read(connection, &bytes, bytes.count)
            guard count > 0 else { break }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        let lines = text.components(separatedBy: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        if words.dropFirst().first == "/stream" {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n"
            _ = Array(head.utf8).withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
            while read(connection, &bytes, bytes.count) > 0 {}
            close(connection)
            return
        }
        let host = lines.first { $0.lowercased().hasPrefix("host: ") }?.dropFirst(6) ?? ""
        let body = "\(words.prefix(2).joined(separator: " ")) \(host) \(lines.last ?? "")"
        let reply = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        _ = Array(reply.utf8).withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        close(connection)
    }
}
