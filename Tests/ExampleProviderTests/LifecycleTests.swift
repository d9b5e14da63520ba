import ExampleProvider
import Foundation
import Testing

@Suite struct LifecycleTests {
    private static let card = "GET /tarot-deck.ssp?card=0 HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Starts on a port below those that systems hand out, lest another test be given it while it is free.
    private static func startOnFixedPort(_ provider: ExampleProvider) throws -> Int {
        for port in 21_000..<21_100 {
            do throws(ProviderError) {
                return try provider.start(port: port)
            } catch .portInUse {
                continue
            }
        }
        throw ProviderError.portInUse(21_099)
    }

    @Test func startsAgainOnTheSamePort() throws {
        let provider = ExampleProvider()
        let port = try Self.startOnFixedPort(provider)
        for _ in 0..<10 {
            // A connection that the server closes keeps the port in TIME_WAIT.
            let client = try RawClient(port: port)
            try client.send(Self.card)
            #expect(try client.readReply().status == 200)
            provider.stop()
            #expect(try client.readToEnd() == [])
            #expect(try provider.start(port: port) == port)
        }
        provider.stop()
        #expect(throws: RawClient.Failure(what: "connect", code: ECONNREFUSED)) { try RawClient(port: port) }
    }

    @Test func keepsWhatWasStoredThroughAStop() throws {
        let provider = ExampleProvider()
        try serving(provider) { _ = try ask($0, "POST", "/api/v1/favorites", body: "{\"a\":1}") }
        try serving(provider) { port throws in
            #expect(try ask(port, "GET", "/api/v1/favorites").array().count == 39)
        }
    }

    @Test func namesAPortThatIsInUse() throws {
        try serving { port in
            #expect(throws: ProviderError.portInUse(port)) { try ExampleProvider().start(port: port) }
            #expect(ProviderError.portInUse(port).description.contains("port \(port) of 127.0.0.1 is in use"))
        }
    }

    @Test func refusesPortsThatDoNotExist() {
        #expect(throws: ProviderError.invalidPort(65536)) { try ExampleProvider().start(port: 65536) }
        #expect(throws: ProviderError.invalidPort(-1)) { try ExampleProvider().start(port: -1) }
    }

    @Test func refusesToStartTwice() throws {
        let provider = ExampleProvider()
        try serving(provider) { port in
            #expect(throws: ProviderError.alreadyRunning(port: port)) { try provider.start() }
        }
    }

    @Test func stopsTwiceAndUnstarted() throws {
        let provider = ExampleProvider()
        provider.stop()
        try serving(provider) { _ in provider.stop() }
    }

    @Test func stopsWhenItIsDropped() throws {
        var provider: ExampleProvider? = ExampleProvider()
        let port = try #require(try provider?.start())
        let client = try RawClient(port: port)
        try client.send(Self.card)
        #expect(try client.readReply().status == 200)
        provider = nil
        #expect(try client.readToEnd() == [])
    }

    @Test func stopsInTheMiddleOfRequestsAndReplies() throws {
        let provider = ExampleProvider()
        let port = try provider.start()
        let reading = try RawClient(port: port)
        try reading.send(Self.card + "POST /v1/session HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{")
        #expect(try reading.readReply().status == 200)
        provider.setFault(.timeout)
        let waiting = try RawClient(port: port)
        try waiting.send(Self.card)
        provider.stop()
        for client in [reading, waiting] {
            // With or without a reset, which depends on whether the server had read everything.
            #expect(client.isReadable(within: 20_000))
        }
    }

    @Test func servesManyClientsAtOnce() throws {
        try serving { port in
            let ids = Collected()
            DispatchQueue.concurrentPerform(iterations: 16) { _ in
                do {
                    let client = try RawClient(port: port)
                    let body = """
                        {"uniqueKey":"1","firstName":"A","lastName":"B","mapString":"C","mediaURL":"D",\
                        "latitude":1,"longitude":2}
                        """
                    for _ in 0..<25 {
                        try client.send(
                            """
                            POST /v1/StudentLocation HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\
                            X-Parse-Application-Id: local-parse-application-id\r\n\
                            X-Parse-REST-API-Key: local-parse-rest-api-key\r\n\r\n\(body)
                            """)
                        ids.insert(try client.readReply().object()["objectId"] as? String ?? "none")
                    }
                } catch {
                    ids.insert("\(error)")
                }
            }
            #expect(ids.values == Set((1001...1400).map { "ID\($0)" }))
        }
    }

    @Test func letsConnectionsOverTheLimitWait() throws {
        var behaviour = ProviderBehaviour()
        behaviour.maximumConnections = 2
        try serving(ExampleProvider(behaviour: behaviour)) { port throws in
            var clients = try (0..<8).map { _ in try RawClient(port: port) }
            for client in clients { try client.send(Self.card) }
            while clients.count > 2 {
                #expect(try clients[0].readReply().status == 200)
                #expect(try clients[1].readReply().status == 200)
                #expect(!clients[2].isReadable(within: 20))
                // Only these two make room.
                clients.removeFirst(2)
            }
        }
    }

    #if os(Linux)
        @Test func leavesNoThreadAndNoDescriptor() async {
            // In a process of its own, where no other test opens and closes anything.
            await #expect(processExitsWith: .success) {
                func count(_ folder: String) throws -> Int {
                    try FileManager.default.contentsOfDirectory(atPath: folder).count
                }
                let provider = ExampleProvider()
                func round() throws {
                    let port = try provider.start()
                    let clients = try (0..<5).map { _ in try RawClient(port: port) }
                    for client in clients {
                        try client.send("GET /argon.jpg HTTP/1.1\r\nHost: a\r\n\r\n")
                        _ = try client.readReply()
                    }
                    provider.stop()
                }
                try round()
                let descriptors = try count("/proc/self/fd")
                for _ in 0..<50 { try round() }
                guard try count("/proc/self/fd") == descriptors else { exit(1) }
                // The thread has done its work when `stop` returns; the system may need a moment to bury it.
                for _ in 0..<1000 {
                    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap {
                        FileManager.default.contents(atPath: "/proc/self/task/\($0)/comm")
                    }
                    if !names.contains(Data("ExampleProvider\n".utf8)) { return }
                    usleep(1000)
                }
                exit(2)
            }
        }
    #endif
}

/// Texts that several threads collect.
private final class Collected: @unchecked Sendable {
    // Sound: `texts` is touched under the lock only.
    private let lock = NSLock()
    private var texts: Set<String> = []

    var values: Set<String> { lock.withLock { texts } }

    func insert(_ text: String) { lock.withLock { _ = texts.insert(text) } }
}
