#if os(macOS) || os(Linux)
    import JSONSchema
    import LoopbackServer

    /// Caches the server's own pages and the rows of earlier requests between requests.
    final class ServingPages: Sendable {
        private struct State {
            var pages: [String: (count: Int, bytes: [UInt8])] = [:]
            var rows: [Int: String] = [:]
        }

        private let contracts: ServedContracts
        private let state = JSONSchema.Locked(State())

        init(_ contracts: ServedContracts) { self.contracts = contracts }

        var page: Response {
            response(ServingPage.path, "text/html; charset=utf-8") { log, rows in
                let latest = log.latest
                rows = rows.filter { $0.key > log.count - latest.count }
                for (number, entry) in latest where rows[number] == nil {
                    rows[number] = ServingPage.row(of: entry, number: number)
                }
                let shown = latest.compactMap { rows[$0.number] }
                return ServingPage.text(of: log, rows: shown, serving: contracts.contracts)
            }
        }

        var log: Response {
            response(ServingPage.logPath, "application/json") { log, _ in log.json.text(.pretty) + "\n" }
        }

        private func response(
            _ path: String, _ type: String, _ text: (ServingLog, inout [Int: String]) -> String
        ) -> Response {
            let log = contracts.log
            let bytes = state.withLock { state -> [UInt8] in
                if let known = state.pages[path], known.count == log.count { return known.bytes }
                let bytes = Array(text(log, &state.rows).utf8)
                state.pages[path] = (log.count, bytes)
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
