import AttackFixture

/// A server with the recorded responses of the notes service.
enum NotesServer {
    /// Returns the options that redirect the service to a server.
    static func words(_ server: RawServer) -> [String] {
        ["--origin", "https://notes.example.com=http://127.0.0.1:\(server.port)"]
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - author: the author of a note, as JSON.
    ///   - holds: whether a request, by its first line, gets no response.
    static func start(
        author: String = #""Ada""#, holding holds: @escaping @Sendable (String) -> Bool = { _ in false }
    ) throws -> RawServer {
        try RawServer { line in
            if holds(line) { return [.wait(600)] }
            let note = #"{"id":"n1","title":"Milk","stars":2,"author":\#(author)},{"id":"n2","title":"Tea","stars":0}"#
            let (status, body) =
                if line.hasPrefix("POST") {
                    ("201 Created", #"{"id":"n3","title":"Say \"hi\"","stars":3,"author":null}"#)
                } else if line.hasPrefix("DELETE") {
                    ("204 No Content", "")
                } else if line.contains("none") {
                    ("404 Not Found", "{}")
                } else {
                    ("200 OK", ")]}'\n{\"notes\":[\(note)]}")
                }
            let head =
                "HTTP/1.1 \(status)\r\n"
                + (body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n")
            return [.send(Array((head + "\r\n" + body).utf8))]
        }
    }
}
