import AttackFixture
import LoopbackServer

/// A lenient club service that accepts every token, tag, cursor and key.
final class ClubServer: Sendable {
    private let server: Server
    let words: [String]

    init() throws {
        let counts = LoopbackServer.Locked<[String: Int]>([:])
        /// Counts an occurrence of `name`, and returns the total.
        @Sendable func count(_ name: String) -> Int {
            counts.withLock { counts in
                counts[name, default: 0] += 1
                return counts[name] ?? 0
            }
        }
        server = Server { request in
            let path = "/" + request.path.joined(separator: "/")
            let body = String(decoding: request.body, as: UTF8.self)
            switch path {
            case "/session":
                // All tokens differ. Ada's first token has expired.
                let token = "\(body.contains("Ada") ? "old" : "tok")-9f3a6c1e7b5d\(1000 + count(path))"
                return Self.json(#"{"token":"\#(token)","refresh_token":"ref-\#(token)"}"#)
            case "/token": return Self.json(#"{"token":"tok-2c81f4a0e6b3\#(1000 + count(path))"}"#)
            case "/me":
                let token = request.header("authorization") ?? ""
                if token.hasPrefix("Bearer old-"), count(token) == 1 { return Response(status: 401) }
                return Self.json(#"{"name":"Ada"}"#)
            case "/members":
                let next = ["": "c-71d0e9", "c-71d0e9": "c-4ab2f3"][request.queryValue("after") ?? ""]
                let id = next == nil ? 3 : next == "c-71d0e9" ? 1 : 2
                return Self.json(#"{"members":[{"id":\#(id)}]\#(next.map { #","next":"\#($0)""# } ?? "")}"#)
            case "/list":
                let tag = [("ETag", "\"v1-5b7c2d\"")]
                if request.header("if-none-match") != nil { return Response(status: 304, headers: tag) }
                return Self.json(#"["tea","milk"]"#, tag)
            case "/orders":
                if body.contains("tea"), count(path) % 2 == 1 { return Response(status: 503) }
                return Self.json(#"{"id":"o1"}"#)
            case "/tickets":
                if count(path) % 2 == 1 { return Response(status: 429, headers: [("Retry-After", "1")]) }
                return Self.json(#"{"seat":"B4"}"#)
            default: return .page(404)
            }
        }
        words = ["--origin", "\(Club.origin)=http://127.0.0.1:\(try server.start())"]
    }

    deinit { server.stop() }

    private static func json(_ body: String, _ headers: [(name: String, value: String)] = []) -> Response {
        Response(status: 200, contentType: "application/json", headers: headers, body: Array(body.utf8))
    }
}
