#if os(Linux)
    import Foundation
    import FoundationNetworking
    import JSONValues

    #if canImport(Glibc)
        @preconcurrency import Glibc
    #elseif canImport(Musl)
        @preconcurrency import Musl
    #endif

    /// A port of 127.0.0.1 that forwards its connections to an IPv6 address.
    ///
    /// `URLSession` on Linux rejects every URL with an IPv6 literal (`http://[::1]:8080/`), because it compares the
    /// host with and without brackets (swift-corelibs-foundation issue 5496). Such requests use a tunnel and keep their
    /// `Host`. TLS cannot use it, because the certificate would be checked against 127.0.0.1.
    final class IPv6Tunnel: Sendable {
        private struct End: Hashable {
            let host: String
            let port: Int
        }

        /// The tunnels of this process: one per address, for the lifetime of the process.
        private static let tunnels = Locked<[End: IPv6Tunnel]>([:])

        private let listener: Int32
        private let port: Int

        /// - Throws: `URLError` if the address refuses connections or the request cannot use a tunnel.
        static func request(for request: URLRequest, seconds: Double) throws -> URLRequest {
            guard let url = request.url, let host = url.host, url.scheme?.lowercased() == "http" else {
                throw URLError(
                    .unsupportedURL, url: request.url,
                    "URLSession on Linux cannot call an IPv6 literal over TLS: use a host name that resolves to it.")
            }
            let end = End(host: host, port: url.port ?? 80)
            // A tunnel accepts every connection, so a refusal at its other end must be detected first.
            close(try connected(to: end, for: url, seconds: seconds))
            let tunnel = try tunnels.withLock { tunnels in
                if let tunnel = tunnels[end] { return tunnel }
                let tunnel = try IPv6Tunnel(to: end, for: url)
                tunnels[end] = tunnel
                return tunnel
            }
            var request = request
            let bytes = URLText(url.absoluteString)
            let rest = String(decoding: bytes.bytes[bytes.path.lowerBound...], as: UTF8.self)
            request.url = URL(string: "http://127.0.0.1:\(tunnel.port)\(rest.hasPrefix("/") ? "" : "/")\(rest)")
            let name = "[\(host)]" + (url.port.map { ":\($0)" } ?? "")
            if request.value(forHTTPHeaderField: "Host") == nil { request.setValue(name, forHTTPHeaderField: "Host") }
            return request
        }

        private init(to end: End, for url: URL) throws {
            listener = socket(AF_INET, Self.stream, 0)
            guard listener >= 0 else { throw Self.failure(url) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listener = listener
            let isListening = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
                }
            }
            guard isListening else {
                close(listener)
                throw Self.failure(url)
            }
            _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
            port = Int(UInt16(bigEndian: address.sin_port))
            Thread.detachNewThread {
                while true {
                    let near = accept(listener, nil, nil)
                    guard near >= 0 else {
                        if errno == EMFILE || errno == ENFILE { usleep(100_000) }
                        continue
                    }
                    _ = fcntl(near, F_SETFD, FD_CLOEXEC)
                    Self.relay(near, to: end, for: url)
                }
            }
        }

        // MARK: - Relaying

        private static func relay(_ near: Int32, to end: End, for url: URL) {
            let far: Int32
            do { far = try connected(to: end, for: url, seconds: 10) } catch {
                // The client sees its connection close, as it would without the tunnel.
                close(near)
                return
            }
            let open = Locked(2)
            for (from, to) in [(near, far), (far, near)] {
                Thread.detachNewThread {
                    copy(from, to)
                    shutdown(to, Int32(SHUT_WR))
                    let isLast = open.withLock { open in
                        open -= 1
                        return open == 0
                    }
                    if isLast {
                        close(near)
                        close(far)
                    }
                }
            }
        }

        private static func copy(_ from: Int32, _ to: Int32) {
            withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
                while true {
                    let count = recv(from, buffer.baseAddress, buffer.count, 0)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { return }
                    var sent = 0
                    while sent < count {
                        let written = send(to, buffer.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
                        if written < 0, errno == EINTR { continue }
                        // The receiver has closed its side, so the remaining bytes are useless.
                        guard written > 0 else {
                            shutdown(from, Int32(SHUT_RD))
                            return
                        }
                        sent += written
                    }
                }
            }
        }

        private static var stream: Int32 { Int32(SOCK_STREAM.rawValue) }

        private static func connected(to end: End, for url: URL, seconds: Double) throws -> Int32 {
            var hints = addrinfo()
            hints.ai_family = AF_INET6
            hints.ai_socktype = stream
            hints.ai_flags = AI_NUMERICHOST
            var found: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(end.host, String(end.port), &hints, &found) == 0, let address = found else {
                throw URLError(.cannotFindHost, url: url)
            }
            defer { freeaddrinfo(address) }
            let descriptor = socket(AF_INET6, stream, 0)
            guard descriptor >= 0 else { throw failure(url) }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            var timeout = timeval(tv_sec: max(1, Int(min(seconds, 3600))), tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
            guard connect(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else {
                let isLate = errno == EINPROGRESS || errno == ETIMEDOUT
                close(descriptor)
                throw URLError(isLate ? .timedOut : .cannotConnectToHost, url: url)
            }
            return descriptor
        }

        private static func failure(_ url: URL) -> URLError {
            URLError(.cannotConnectToHost, url: url, String(cString: strerror(errno)))
        }
    }
#endif
