import LoopbackServer
import RawHTTPClient
import Testing

@Suite struct DeadlineTests {
    private static func behaviour(
        request: Duration = .seconds(10), idle: Duration = .seconds(60)
    ) -> ServerBehaviour {
        var behaviour = ServerBehaviour()
        behaviour.requestDeadline = request
        behaviour.idleDeadline = idle
        return behaviour
    }

    @Test(arguments: [
        "GET /arg", "GET / HTTP/1.1\r\nHost: a\r\n",
        "POST /notes HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab",
        "POST /notes HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ]) func reportsATimeoutForAnIncompleteRequest(_ part: String) throws {
        try serving(echo(behaviour: Self.behaviour(request: .milliseconds(50)))) { port in
            let client = try RawClient(port: port)
            try client.send(part)
            let reply = try client.readReply()
            #expect(reply.status == 408)
            #expect(reply.header("Connection") == "close")
            #expect(try client.readToEnd() == [])
        }
    }

    @Test func limitsTheWholeRequestInsteadOfEachByte() throws {
        try serving(echo(behaviour: Self.behaviour(request: .milliseconds(200)))) { port in
            let client = try RawClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
            // A byte every ten milliseconds never exceeds the deadline but never completes the request.
            var sent = 0
            while !client.isReadable(within: 10), sent < 2000 {
                try client.send("a")
                sent += 1
            }
            #expect(sent < 2000)
            #expect(try client.readReply().status == 408)
        }
    }

    @Test func doesNotCountTheTimeBetweenRequests() throws {
        try serving(echo(behaviour: Self.behaviour(request: .milliseconds(50)))) { port in
            let client = try RawClient(port: port)
            for _ in 0..<2 {
                #expect(!client.isReadable(within: 100))
                try client.send("GET /argon HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.readReply().status == 200)
            }
        }
    }

    @Test func closesAnIdleConnectionSilently() throws {
        try serving(echo(behaviour: Self.behaviour(idle: .milliseconds(50)))) { port in
            let client = try RawClient(port: port)
            #expect(try client.readToEnd() == [])
        }
    }

    @Test(arguments: [\ServerBehaviour.replyDeadline, \.stallDeadline])
    func givesUpOnAClientThatDoesNotRead(_ deadline: WritableKeyPath<ServerBehaviour, Duration> & Sendable) throws {
        var behaviour = ServerBehaviour()
        behaviour[keyPath: deadline] = .milliseconds(50)
        try serving(echo(behaviour: behaviour, fault: .oversizedBody)) { port in
            let client = try RawClient(port: port)
            try client.send("GET /argon HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.isBroken(within: 20_000))
        }
    }

    /// A client that keeps reading gets the whole body, however short the stall deadline.
    @Test func waitsForAClientThatKeepsReading() throws {
        var behaviour = ServerBehaviour()
        behaviour.stallDeadline = .seconds(10)
        try serving(echo(behaviour: behaviour, fault: .oversizedBody)) { port in
            let client = try RawClient(port: port)
            try client.send("GET /argon HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try client.readHead()
            client.endWriting()
            #expect(try client.countToEnd() > 33 * 1024 * 1024)
        }
    }
}
