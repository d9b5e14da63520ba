#if os(macOS) || os(Linux)
    import JSONSchema
    import LoopbackServer

    /// The server's own pages as they were last made. They, and the rows of earlier requests, are made anew only after
    /// a request.
    final class ServingPages: Sendable {
        private struct State {
            var page: (count: Int, bytes: [UInt8])?
            var log: (count: Int, bytes: [UInt8])?
            var rows: [Int: String] = [:]
        }

        private let contracts: ServedContracts
        private let state = JSONSchema.Locked(State())

        init(_ contracts: ServedContracts) { self.contracts = contracts }

        /// The page that shows the log.
        var page: Response {
            let log = contracts.log
            let bytes = state.withLock { state -> [UInt8] in
                if let page = state.page, page.count == log.count { return page.bytes }
                let latest = log.latest
                state.rows = state.rows.filter { $0.key > log.count - latest.count }
                for (number, entry) in latest where state.rows[number] == nil {
                    state.rows[number] = ServingPage.row(of: entry, number: number)
                }
                let rows = latest.compactMap { state.rows[$0.number] }
                let bytes = Array(ServingPage.text(of: log, rows: rows, serving: contracts.contracts).utf8)
                state.page = (log.count, bytes)
                return bytes
            }
            return Self.response("text/html; charset=utf-8", bytes)
        }

        var log: Response {
            let log = contracts.log
            let bytes = state.withLock { state -> [UInt8] in
                if let made = state.log, made.count == log.count { return made.bytes }
                let bytes = Array((log.json.text(.pretty) + "\n").utf8)
                state.log = (log.count, bytes)
                return bytes
            }
            return Self.response("application/json", bytes)
        }

        private static func response(_ type: String, _ body: [UInt8]) -> Response {
            Response(
                status: 200, contentType: type,
                headers: [
                    ("Cache-Control", "no-store"), ("Cross-Origin-Resource-Policy", "same-origin"),
                    ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"),
                ], body: body)
        }
    }
#endif
