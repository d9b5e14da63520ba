#if os(macOS) || os(Linux)
    import LoopbackServer

    /// Verifies that a request addresses this machine and does not come from another site's page.
    ///
    /// Another site's page can resolve its own name to this server (DNS rebinding) or send cross-origin requests to it.
    enum RequestCheck {
        private static let names: Set = ["127.0.0.1", "localhost", "[::1]"]

        /// Returns the response to a rejected request, or `nil` if the request may proceed.
        static func refusal(of request: Request) -> Response? {
            let host = request.header("host") ?? ""
            guard isThisMachine(host) else {
                return text(
                    421,
                    "this server is 127.0.0.1, localhost or [::1], not '\(host)'; use http://localhost and its port")
            }
            let origins = request.headers.filter { $0.name == "origin" }.map(\.value)
            if let foreign = origins.first(where: { !isOriginOfThisMachine($0) }) {
                return text(403, "pages of '\(foreign)' may not call this server; serve the page from http://localhost")
            }
            guard !origins.isEmpty || request.header("sec-fetch-site") != "cross-site" else {
                return text(
                    403, "pages of other sites may not call this server; enter its address in the browser instead")
            }
            return nil
        }

        /// Returns the rejection if a page of another origin requests the server's own pages, or else `nil`.
        static func refusalOfPage(_ request: Request) -> Response? {
            let origin = request.header("origin")
            guard origin == nil || origin == "http://\(request.header("host") ?? "")",
                request.header("sec-fetch-site") != "cross-site"
            else { return text(403, "pages of other origins may not read or reset the log") }
            return nil
        }

        private static func isOriginOfThisMachine(_ origin: String) -> Bool {
            ["http://", "https://"].contains {
                origin.hasPrefix($0) && isThisMachine(String(origin.dropFirst($0.count)))
            }
        }

        /// Whether a host, with or without a port, always denotes this machine.
        private static func isThisMachine(_ host: String) -> Bool {
            let host = host.lowercased()
            return names.contains { name in
                guard host.hasPrefix(name) else { return false }
                let port = host.dropFirst(name.count)
                return port.isEmpty || port.first == ":" && port.count > 1 && port.dropFirst().utf8.allSatisfy(isDigit)
            }
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

        private static func text(_ status: Int, _ reason: String) -> Response {
            Response(status: status, contentType: "text/plain; charset=utf-8", body: Array((reason + "\n").utf8))
        }
    }
#endif
