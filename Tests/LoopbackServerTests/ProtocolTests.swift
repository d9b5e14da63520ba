import Foundation
import LoopbackServer
import RawHTTPClient
import Testing

/// Well-formed HTTP/1.1 requests (RFC 9112).
@Suite struct ProtocolTests {
    /// A behavior whose clock is fixed at noon, 1 May 2024.
    private var noon: ServerBehaviour {
        var behaviour = ServerBehaviour()
        behaviour.now = { Date(timeIntervalSince1970: 1_714_564_800) }
        return behaviour
    }

    @Test func keepsTheConnectionOpenAndAnswersInOrder() throws {
        try serving { port in
            let client = try RawClient(port: port)
            for card in 0..<3 {
                try client.send("GET /card?number=\(card) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let reply = try client.readReply()
                #expect(reply.status == 200)
                #expect(reply.header("Connection") == nil)
                #expect(reply.text == "asked /card?number=\(card)")
            }
        }
    }

    @Test func answersPipelinedRequestsInOrder() throws {
        try serving { port in
            let client = try RawClient(port: port)
            let requests = (0..<23).map { "GET /card?number=\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
            try client.send(requests.joined())
            for card in 0..<23 { #expect(try client.readReply().text == "asked /card?number=\(card)") }
        }
    }

    @Test func readsARequestThatComesByteByByte() throws {
        try serving { port in
            let client = try RawClient(port: port)
            let request = """
                POST /notes HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n\
                3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n
                """
            for byte in request.utf8 { try client.send([byte]) }
            #expect(try client.readReply().text == "{\"a\":1}")
        }
    }

    @Test func readsChunksWithExtensionsAndTrailers() throws {
        try serving { port in
            let client = try RawClient(port: port)
            try client.send(
                """
                POST /notes HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: Chunked\r\n\r\n\
                000A;name=value;quoted="a b"\r\n{"element"\r\n5 ;x\r\n:"Au"\r\n1\r\n}\r\n00\r\nX-Sum: 1\r\nX-Two: 2\r\n\r\n\
                GET /card?number=0 HTTP/1.1\r\nHost: localhost\r\n\r\n
                """)
            let stored = try client.readReply()
            #expect(stored.status == 201)
            #expect(stored.text == "{\"element\":\"Au\"}")
            #expect(try client.readReply().text == "asked /card?number=0")
        }
    }

    @Test func sendsAnInterimReplyOnRequest() throws {
        try serving { port in
            let client = try RawClient(port: port)
            try client.send(
                "POST /notes HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\nExpect: 100-continue\r\n\r\n")
            let interim = try client.readHead()
            #expect(interim == RawReply(status: 100, headers: [], body: []))
            try client.send("{\"a\":1}")
            #expect(try client.readReply().status == 201)
        }
    }

    @Test func sendsNoInterimReplyIfTheBodyHasArrived() throws {
        try serving { port in
            let client = try RawClient(port: port)
            try client.send(
                """
                POST /notes HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\nExpect: 100-continue\r\n\r\n{"a":1}
                """)
            #expect(try client.readReply().status == 201)
        }
    }

    @Test(arguments: ["/argon", "/", "/list?state=UT&output=json", "/none"])
    func answersHeadAsGetWithoutTheBody(target: String) throws {
        try serving(echo(behaviour: noon)) { port in
            let get = try ask(port, "GET", target)
            let client = try RawClient(port: port)
            try client.send("HEAD \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let head = try client.readReply(toHead: true)
            #expect(head.status == get.status)
            #expect(head.headers == get.headers)
            #expect(try client.readToEnd() == [])
        }
    }

    @Test func closesTheConnectionOnRequest() throws {
        try serving { port in
            let client = try RawClient(port: port)
            try client.send("GET /card?number=0 HTTP/1.1\r\nHost: a\r\nConnection: foo, Close\r\n\r\n")
            #expect(try client.readReply().header("Connection") == "close")
            #expect(try client.readToEnd() == [])
        }
    }

    @Test func supportsHTTP10() throws {
        try serving { port in
            let plain = try RawClient(port: port)
            try plain.send("GET /card?number=0 HTTP/1.0\r\n\r\n")
            #expect(try plain.readReply().header("Connection") == "close")
            #expect(try plain.readToEnd() == [])

            let persistent = try RawClient(port: port)
            for _ in 0..<2 {
                try persistent.send("GET /card?number=0 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try persistent.readReply().header("Connection") == "keep-alive")
            }
        }
    }

    @Test func answersAClientThatHasEndedItsStream() throws {
        try serving { port in
            let client = try RawClient(port: port)
            try client.send("GET /card?number=0 HTTP/1.1\r\nHost: a\r\n\r\n")
            client.endWriting()
            #expect(try client.readReply().status == 200)
            #expect(try client.readToEnd() == [])
        }
    }

    @Test func acceptsAnAbsoluteTargetAndLeadingEmptyLines() throws {
        try serving { port in
            let client = try RawClient(port: port)
            try client.send("\r\n\r\nGET http://example.com/card?number=1 HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.readReply().text == "asked /card?number=1")
        }
    }

    @Test func sendsADateHeader() throws {
        try serving(echo(behaviour: noon)) { port throws in
            #expect(try ask(port, "GET", "/none").header("Date") == "Wed, 01 May 2024 12:00:00 GMT")
        }
    }

    @Test func acceptsABodyOfTheMaximumLength() throws {
        try serving { port throws in
            let body = "{\"a\":\"" + String(repeating: "x", count: 1_048_576 - 8) + "\"}"
            #expect(body.utf8.count == 1_048_576)
            #expect(try ask(port, "POST", "/notes", body: body).status == 201)
        }
    }
}
