/// Verifies that a request addresses this machine and does not come from another site's page.
///
/// Another site's page can resolve its own name to this server (DNS rebinding) or send cross-origin requests to it.
package enum CrossSiteCheck {
    private static let names: Set = ["127.0.0.1", "localhost", "[::1]"]

    /// Returns the response to a rejected request, or `nil` if the request may proceed.
    package static func refusal(of request: Request) -> Response? {
        if let refusal = refusalOfHost(request) { return refusal }
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

    /// Returns the response to a request for another host, or `nil` if the request is for this machine.
    package static func refusalOfHost(_ request: Request) -> Response? {
        let host = request.header("host") ?? ""
        return isThisMachine(host)
            ? nil
            : text(
                421, "this server is 127.0.0.1, localhost or [::1], not '\(host)'; use http://localhost and its port")
    }

    /// Returns the rejection if a page of another origin requests the server's own pages, or else `nil`.
    package static func refusalOfPage(_ request: Request) -> Response? {
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
        let port = host.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
        let name = host.dropLast(port)
        return names.contains(port > 0 && name.hasSuffix(":") ? String(name.dropLast()) : host)
    }

    private static func text(_ status: Int, _ reason: String) -> Response {
        Response(status: status, contentType: "text/plain; charset=utf-8", body: Array((reason + "\n").utf8))
    }
}
