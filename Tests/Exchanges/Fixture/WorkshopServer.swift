import Foundation
import LoopbackServer

/// The workshop service on a local server.
package final class WorkshopServer: Sendable {
    /// The environment variables with its tokens.
    package static let environment = [
        "WORKSHOP_EXPIRED_TOKEN": "expired-4f1b8a62c9d7", "WORKSHOP_REFRESH_TOKEN": "refresh-0c6e1d93b7a5",
        "WORKSHOP_TOKEN": "steady-91c3f0a7d2be",
    ]

    private let server: Server

    /// - Parameter isEndless: whether the event stream never ends.
    package init(isEndless: Bool = false) {
        let asked = Locked<Set<String>>([])
        server = Server { request in
            let path = "/" + request.path.joined(separator: "/")
            switch (request.method, path) {
            case (.get, "/v1/courses"): return Self.courses(page: request.queryValue("page").flatMap(Int.init) ?? 1)
            case (.get, "/v1/catalogue"): return Self.catalogue(ifNoneMatch: request.header("if-none-match"))
            case (.get, "/v1/account"): return Self.account(request.header("authorization"))
            case (.post, "/v1/token"): return Self.json(#"{"token":"fresh-7d20e95b31fa"}"#)
            case (.get, "/v1/tickets/7"):
                // Every other request must be retried.
                let mayHave = asked.withLock { $0.remove(path) != nil ? true : !$0.insert(path).inserted }
                if mayHave { return Self.json(#"{"id":7,"seat":"B4"}"#) }
                return Response(status: 429, headers: [("Retry-After", "0")])
            case (.get, "/v1/courses/1/progress"): return Self.progress(isEndless: isEndless)
            case (.post, "/v1/courses/1/photos"): return Self.photo(request)
            case (.get, "/v1/log"): return Self.log
            case (.get, "/v1/feed"): return Self.feed
            case (.get, "/v1/ping"): return Response(status: 200)
            default: return .page(404)
            }
        }
    }

    package func start() throws -> String { "http://127.0.0.1:\(try server.start())" }

    package func stop() { server.stop() }

    private static let titles = [
        #"{"id":1,"title":"Dovetails","seats":4,"room":null}"#, #"{"id":2,"title":"Bowls, turned","seats":0}"#,
        #"{"id":3,"title":"Chairs","seats":11,"room":"Barn"}"#,
    ]

    private static func json(_ body: String, _ headers: [(name: String, value: String)] = []) -> Response {
        Response(status: 200, contentType: "application/json", headers: headers, body: Array(body.utf8))
    }

    private static func courses(page: Int) -> Response {
        let titles = page == 1 ? titles.prefix(2) : titles.suffix(1)
        // A Link field with several links, then one with a single link; relative, and only partly quoted.
        let next = page == 1 ? #"</v1/courses?page=2>; rel="next"; title="More, and more", "# : ""
        return json(
            "[\(titles.joined(separator: ","))]",
            [("X-Total-Count", "3"), ("Link", next + "</v1/courses?page=1>; rel=first")])
    }

    private static func catalogue(ifNoneMatch: String?) -> Response {
        let tag = #""v12""#
        if ifNoneMatch == tag { return Response(status: 304, headers: [("ETag", tag)]) }
        return json("[\(titles.joined(separator: ","))]", [("ETag", tag), ("Cache-Control", "no-cache")])
    }

    private static func account(_ authorization: String?) -> Response {
        guard ["Bearer fresh-7d20e95b31fa", "Bearer steady-91c3f0a7d2be"].contains(authorization) else {
            var response = json(
                #"{"error":"invalid_token"}"#, [("WWW-Authenticate", #"Bearer error="invalid_token""#)])
            response.status = 401
            return response
        }
        return json(#"{"name":"Ada","plan":"paid"}"#)
    }

    private static func photo(_ request: Request) -> Response {
        let isForm = request.header("content-type")?.hasPrefix("multipart/form-data; boundary=") ?? false
        let text = String(decoding: request.body, as: UTF8.self)
        guard isForm, text.contains("name=\"photo\"; filename=") else { return .page(400) }
        return json(#"{"id":31,"caption":"Glue & clamps"}"#)
    }

    /// Comments, a multiline event, carriage returns, and pieces that end in the middle of an event.
    private static func progress(isEndless: Bool) -> Response {
        let pieces = [
            ": hello\nretry: 500\n\ndata: {\"step\":1,", "\"of\":3}\n\ndata: {\"step\":2,\ndata: \"of\":3}\r\n",
            "\r\n", "id: 9\nevent: done\ndata: {\"step\":3,\"of\":3,\"note\":\"tidy up\"}\n\n",
        ]
        var response = Response(
            status: 200, contentType: "text/event-stream", body: Array(pieces.joined().utf8))
        response.chunks = pieces.map(\.utf8.count)
        response.isEndless = isEndless
        return response
    }

    /// A declaration, a comment, a prefix, a CDATA section, and a list of one entry.
    private static var feed: Response {
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <!-- news -->
            <a:feed xmlns:a="http://www.w3.org/2005/Atom">
              <a:title>Workshop</a:title>
              <a:entry id="n1">
                <a:title><![CDATA[Glue & clamps]]></a:title>
              </a:entry>
            </a:feed>

            """
        return Response(status: 200, contentType: "application/atom+xml", body: Array(text.utf8))
    }

    /// Lines, one of them empty, in pieces that end anywhere.
    private static var log: Response {
        let text = """
            {"id":1,"level":"info","text":"opened"}
            {"id":2,"level":"warning","text":"glue is short"}

            {"id":3,"level":"info","text":"closed"}

            """
        var response = Response(status: 200, contentType: "application/x-ndjson", body: Array(text.utf8))
        response.chunks = [40, 10, text.utf8.count - 50]
        return response
    }
}
