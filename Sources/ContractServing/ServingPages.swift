#if os(macOS) || os(Linux)
    import JSONSchema
    import LoopbackServer

    /// The server's own pages.
    final class ServingPages: Sendable {
        private let contracts: ServedContracts
        /// The page at each path, for a number of requests. Rendering one for each of many requests would block others.
        private let pages = JSONSchema.Locked<[String: (count: Int, bytes: [UInt8])]>([:])

        init(_ contracts: ServedContracts) { self.contracts = contracts }

        var page: Response {
            response(ServingPage.path, "text/html; charset=utf-8") {
                ServingPage.text(of: $0, serving: contracts.contracts)
            }
        }

        var log: Response {
            response(ServingPage.logPath, "application/json") { $0.json.text(.pretty) + "\n" }
        }

        private func response(_ path: String, _ type: String, _ text: (ServingLog) -> String) -> Response {
            let log = contracts.log
            let bytes = pages.withLock { pages -> [UInt8] in
                if let known = pages[path], known.count == log.count { return known.bytes }
                let bytes = Array(text(log).utf8)
                pages[path] = (log.count, bytes)
                return bytes
            }
            return Response(
                status: 200, contentType: type,
                headers: [
                    ("Cache-Control", "no-store"), ("Cross-Origin-Resource-Policy", "same-origin"),
                    ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"),
                ], body: bytes)
        }
    }
#endif
