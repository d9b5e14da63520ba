#if os(macOS) || os(Linux)
    import LoopbackServer

    /// The check that a request names this machine and that no page of another site sent it.
    ///
    /// A page of any site can have its own name lead here (DNS rebinding), and can send requests here under ours. Neither
    /// reaches the contracts, the pages or the log.
    enum RequestCheck {
        private static let names: Set = ["127.0.0.1", "localhost", "[::1]"]

        /// The response to a request that is refused; `nil` for one that may go on.
        static func refusal(of request: Request) -> Response? {
            let host = request.header("host") ?? ""
            guard isThisMachine(host) else {
                return text(
                    421,
                    "this server is 127.0.0.1, localhost or [::1], not '\(host)'; ask http://localhost and its port")
            }
            let origins = request.headers.filter { $0.name == "origin" }.map(\.value)
            if let foreign = origins.first(where: { !isOriginOfThisMachine($0) }) {
                return text(403, "pages of '\(foreign)' may not call this server; serve the page from http://localhost")
            }
            guard !origins.isEmpty || request.header("sec-fetch-site") != "cross-site" else {
                return text(403, "pages of other sites may not call this server; type its address instead")
            }
            return nil
        }

        /// The response to a request for one of the server's own pages by a page of another origin; `nil` for its own pages.
        static func refusalOfPage(_ request: Request) -> Response? {
            let origin = request.header("origin")
            guard origin == nil || origin == "http://\(request.header("host") ?? "")",
                request.header("sec-fetch-site") != "cross-site"
            else { return text(403, "pages of other origins may not read or reset what was asked") }
            return nil
        }

        private static func isOriginOfThisMachine(_ origin: String) -> Bool {
            ["http://", "https://"].contains {
                origin.hasPrefix($0) && isThisMachine(String(origin.dropFirst($0.count)))
            }
        }

        /// Returns whether a host, with or without a port, is a name that is always this machine's.
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
