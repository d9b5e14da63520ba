#if os(macOS) || os(Linux)
    import JSONSchema
    import LoopbackServer

    /// The server's own pages.
    struct ServingPages: Sendable {
        let contracts: ServedContracts

        var page: Response {
            let text = ServingPage.text(of: contracts.log, serving: contracts.contracts)
            return response(text, "text/html; charset=utf-8")
        }

        var log: Response { response(contracts.log.json.text(.pretty) + "\n", "application/json") }

        private func response(_ text: String, _ type: String) -> Response {
            Response(
                status: 200, contentType: type,
                headers: [
                    ("Cache-Control", "no-store"), ("Cross-Origin-Resource-Policy", "same-origin"),
                    ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"),
                ], body: Array(text.utf8))
        }
    }
#endif
