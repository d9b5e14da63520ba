import ExampleProvider
import Foundation
import RawHTTPClient
import Testing

@Suite struct FaultTests {
    private static let card = "GET /tarot-deck.ssp?card=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Requests a card and passes on the connection before reading.
    private func asking(_ fault: ProviderFault, _ check: (RawClient) throws -> Void) throws {
        try serving(ExampleProvider(fault: fault)) { port in
            let client = try RawClient(port: port)
            try client.send(Self.card)
            try check(client)
        }
    }

    @Test func refusesConnectionsWhenUnreachable() throws {
        let provider = ExampleProvider(fault: .wire(.unreachable))
        try serving(provider) { port throws in
            let fail = {
                let client = try RawClient(port: port)
                // On platforms that cannot refuse connections, they are reset.
                try client.send(Self.card)
                _ = try client.readReply()
            }
            #expect(throws: RawClient.Failure.self, performing: fail)
            for _ in 0..<20 {
                provider.setFault(nil)
                #expect(try ask(port, "GET", "/argon.jpg").status == 200)
                provider.setFault(.wire(.unreachable))
                #expect(throws: RawClient.Failure.self, performing: fail)
                #if os(Linux)
                    #expect(throws: RawClient.Failure(what: "connect", code: ECONNREFUSED)) {
                        try RawClient(port: port)
                    }
                #endif
            }
        }
    }

    @Test func resetsAnExistingConnection() throws {
        let provider = ExampleProvider()
        try serving(provider) { port in
            let client = try RawClient(port: port)
            try client.send(Self.card)
            #expect(try client.readReply().status == 200)
            provider.setFault(.wire(.unreachable))
            try client.send(Self.card)
            #expect(throws: RawClient.Failure.self) { try client.readReply() }
        }
    }

    /// A page of another site may have a name that leads to this machine.
    @Test func refusesAForeignHostName() throws {
        try serving(ExampleProvider()) { port in
            let client = try RawClient(port: port)
            try client.send(Self.card.replacing("localhost", with: "evil.example"))
            #expect(try client.readReply().status == 421)
        }
    }

    @Test func doesNotRespondInATimeout() throws {
        try asking(.wire(.timeout)) { client in
            #expect(!client.isReadable(within: 100))
            client.endWriting()
            #expect(throws: RawClient.Failure.self) { try client.readReply() }
        }
    }

    @Test func losesTheConnectionWithinTheBody() throws {
        try asking(.wire(.connectionLost)) { client in
            let head = try client.readHead()
            #expect(head.status == 200)
            #expect(head.header("Content-Length") == "189")
            #expect(throws: RawClient.Failure.self) { try client.readToEnd() }
        }
    }

    @Test func endsTheStreamHalfwayInATruncatedBody() throws {
        try asking(.wire(.truncatedBody)) { client in
            let head = try client.readHead()
            #expect(head.header("Content-Length") == "189")
            let body = try client.readToEnd()
            #expect(body.count == 94)
            #expect(String(decoding: body, as: UTF8.self).hasPrefix("{\"response\":{\"title\":\"The Magician\""))
        }
    }

    @Test func sendsNoBodyInAnEmptyBody() throws {
        try asking(.wire(.emptyBody)) { client in
            let reply = try client.readReply()
            #expect(reply.status == 200)
            #expect(reply.header("Content-Length") == "0")
            #expect(reply.header("Content-Type") == "application/json")
        }
    }

    @Test func sendsNoJSONInAMalformedBody() throws {
        try asking(.wire(.malformedBody)) { client in
            let reply = try client.readReply()
            #expect(reply.status == 200)
            #expect(reply.header("Content-Type") == "application/json")
            #expect(throws: (any Error).self) { try reply.json() }
            #expect(throws: (any Error).self) { try reply.json(after: ")]}'\n") }
        }
    }

    @Test func declaresHTMLInAWrongContentType() throws {
        try asking(.wire(.wrongContentType)) { client in
            let reply = try client.readReply()
            #expect(reply.header("Content-Type") == "text/html")
            #expect(try reply.object().keys.sorted() == ["response"])
        }
    }

    @Test(arguments: [200, 204, 304, 401, 429, 503, 599]) func answersWithTheStatus(_ status: Int) throws {
        try asking(.wire(.status(status))) { client in
            let reply = try client.readReply()
            #expect(reply.status == status)
            let hasNoBody = status == 204 || status == 304
            #expect(reply.header("Content-Length") == (hasNoBody ? nil : "189"))
            // The next bytes are the next reply, not an unexpected body.
            try client.send(Self.card)
            #expect(try client.readReply().status == status)
        }
    }

    @Test func sendsTheFirstByteOfASlowBody() throws {
        try asking(.wire(.slowBody)) { client throws in
            #expect(try client.readHead().header("Content-Length") == "189")
            #expect(try client.readSome() == [UInt8(ascii: "{")])
        }
    }

    @Test func redirectsToTheSamePlace() throws {
        try asking(.wire(.redirectLoop)) { client in
            let reply = try client.readReply()
            #expect(reply.status == 302)
            #expect(reply.header("Location") == "/tarot-deck.ssp?card=1")
        }
    }

    @Test(arguments: ["1.1", "1.0"]) func sendsMoreThanThirtyTwoMebibytes(version: String) throws {
        try serving(ExampleProvider(fault: .wire(.oversizedBody))) { port in
            let client = try RawClient(port: port)
            try client.send(
                "GET /tarot-deck.ssp?card=1 HTTP/\(version)\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let head = try client.readHead()
            #expect(head.header("Content-Length") == nil)
            #expect(head.header("Transfer-Encoding") == (version == "1.1" ? "chunked" : nil))
            // 528 blocks of 65,536 bytes with 9 bytes of framing each, 6 bytes for the card and 5 for the end.
            let framing = version == "1.1" ? 528 * 9 + 6 + 5 : 0
            #expect(try client.countToEnd() == 34_603_008 + 189 + framing)
        }
    }

    @Test func keepsTheConnectionAfterAnOversizedBody() throws {
        let provider = ExampleProvider(fault: .wire(.oversizedBody))
        try serving(provider) { port in
            let client = try RawClient(port: port)
            try client.send("HEAD /argon.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try client.readHead().header("Transfer-Encoding") == "chunked")
            provider.setFault(nil)
            try client.send(Self.card)
            #expect(try client.readReply().status == 200)
        }
    }

    @Test func respondsCorrectlyWhenSlow() throws {
        try asking(.wire(.slow(milliseconds: 20))) { client throws in #expect(try client.readReply().status == 200) }
    }

    @Test func changesOnePropertyWhenItDrifts() throws {
        func card(_ fault: ProviderFault) throws -> String {
            var text = ""
            try asking(fault) { text = try $0.readReply().text }
            return String(text.prefix(40))
        }
        #expect(try card(.drift(.remove, property: "title")) == "{\"response\":{\"image\":\"http://martyav.sit")
        #expect(try card(.drift(.null, property: "title")) == "{\"response\":{\"title\":null,\"image\":\"http:")
        #expect(try card(.drift(.retype, property: "title")) == "{\"response\":{\"title\":0,\"image\":\"http://m")
        #expect(try card(.drift(.retype, property: "response")) == "{\"response\":\"drifted\"}")
        #expect(try card(.drift(.remove, property: "none")).hasPrefix("{\"response\":{\"title\":\"The Magician\""))
    }

    @Test func driftsInEveryRecordOfAList() throws {
        try serving(ExampleProvider(fault: .drift(.remove, property: "symbol"))) { port in
            let elements = try ask(port, "GET", "/api/v1/elements").array()
            #expect(elements.count == 100)
            #expect(elements.allSatisfy { $0["symbol"] == nil && $0["name"] is String })
        }
    }

    @Test(arguments: [
        ("status:500", 38), ("emptyBody", 38), ("redirectLoop", 38), ("slow:0.001", 39), ("drift:null:a", 39),
    ]) func storesNothingIfTheClientSeesAFailure(name: String, count: Int) throws {
        let provider = ExampleProvider(fault: ProviderFault(rawValue: name))
        try serving(provider) { port throws in
            _ = try ask(port, "POST", "/api/v1/favorites", body: "{\"a\":1}")
            provider.setFault(nil)
            #expect(try ask(port, "GET", "/api/v1/favorites").array().count == count)
        }
    }

    @Test func changesFaultsAtRunTime() throws {
        let provider = ExampleProvider()
        try serving(provider) { port throws in
            func statuses() throws -> [Int] {
                try ["/argon.jpg", "/tarot-deck.ssp?card=0"].map { try ask(port, "GET", $0).status }
            }
            #expect(try statuses() == [200, 200])
            provider.setFault(.wire(.status(503)))
            #expect(try statuses() == [503, 503])
            provider.setFault(nil, path: "/argon.jpg")
            #expect(try statuses() == [200, 503])
            provider.setFault(.wire(.status(500)), path: "/argon.jpg")
            #expect(try statuses() == [500, 503])
            provider.setFault(nil)
            #expect(try statuses() == [200, 200])
            provider.setFault(.wire(.unreachable))
            provider.setFault(nil, path: "/argon.jpg")
            #expect(try ask(port, "GET", "/argon.jpg").status == 200)
            #expect(throws: RawClient.Failure.self) { try ask(port, "GET", "/tarot-deck.ssp?card=0") }
        }
    }
}

@Suite struct ProviderFaultTests {
    @Test(arguments: [
        "unreachable", "timeout", "connectionLost", "emptyBody", "malformedBody", "truncatedBody", "wrongContentType",
        "status:200", "status:599", "slowBody", "redirectLoop", "oversizedBody", "slow:0", "slow:1.5", "slow:60",
        "slow:90000ms",
        "drift:remove:a", "drift:null:atomic_mass", "drift:retype:a:b",
    ]) func roundTripsItsName(_ text: String) throws {
        #expect(try #require(ProviderFault(rawValue: text)).rawValue == text)
    }

    @Test(arguments: [
        "", "Timeout", "timeout:5", "status", "status:", "status:abc", "status:199", "status:600", "status:+500",
        "status:0500", "slow:-1", "slow:61", "slow:1500", "slow:3600001ms", "slow:1e1", "slow:.5", "slow:1.5.1",
        "slow:ms", "drift", "drift:null", "drift:null:", "drift:lose:a",
    ]) func rejectsInvalidNames(_ text: String) {
        #expect(ProviderFault(rawValue: text) == nil)
    }

    @Test(arguments: [("slow:1500ms", "slow:1.5"), ("slow:20ms", "slow:0.02"), ("slow:2.0", "slow:2")])
    func readsADelayInEitherUnit(_ text: String, _ written: String) throws {
        #expect(try #require(ProviderFault(rawValue: text)).rawValue == written)
    }

    @Test func namesEveryFault() {
        let examples = ProviderFault.names.map {
            $0.replacing("N", with: "500", maxReplacements: $0.hasPrefix("status") ? 1 : 0)
                .replacing("SECONDS", with: "1")
        }
        #expect(examples.count == 15)
        #expect(examples.allSatisfy { ProviderFault(rawValue: $0)?.rawValue == $0 })
    }
}
