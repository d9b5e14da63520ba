import Foundation
import LoopbackServer
import RawHTTPClient
import Testing

@Suite struct LifecycleTests {
    private static let card = "GET /card?number=0 HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Starts on a port below the ephemeral range, so that no other test is given it while it is free.
    private static func startOnFixedPort(_ server: Server) throws -> Int {
        for port in 21_000..<21_100 {
            do throws(ServerError) {
                return try server.start(port: port)
            } catch .portInUse {
                continue
            }
        }
        throw ServerError.portInUse(21_099)
    }

    @Test func startsAgainOnTheSamePort() throws {
        let server = echo()
        let port = try Self.startOnFixedPort(server)
        for _ in 0..<10 {
            // A connection closed by the server keeps the port in TIME_WAIT.
            let client = try RawClient(port: port)
            try client.send(Self.card)
            #expect(try client.readReply().status == 200)
            server.stop()
            #expect(try client.readToEnd() == [])
            #expect(try server.start(port: port) == port)
        }
        server.stop()
        #expect(throws: RawClient.Failure(what: "connect", code: ECONNREFUSED)) { try RawClient(port: port) }
    }

    @Test func namesAPortThatIsInUse() throws {
        try serving { port in
            #expect(throws: ServerError.portInUse(port)) { try echo().start(port: port) }
            #expect(ServerError.portInUse(port).description.contains("port \(port) of 127.0.0.1 is in use"))
        }
    }

    @Test func rejectsInvalidPorts() {
        #expect(throws: ServerError.invalidPort(65536)) { try echo().start(port: 65536) }
        #expect(throws: ServerError.invalidPort(-1)) { try echo().start(port: -1) }
    }

    @Test func refusesToStartTwice() throws {
        let server = echo()
        try serving(server) { port in
            #expect(throws: ServerError.alreadyRunning(port: port)) { try server.start() }
        }
    }

    @Test func refusesConnectionsUntilReenabled() throws {
        let server = echo()
        server.refuseConnections(true)
        try serving(server) { port throws in
            for _ in 0..<20 {
                #expect(throws: RawClient.Failure.self) {
                    // On platforms that cannot refuse connections, they are reset.
                    let client = try RawClient(port: port)
                    try client.send(Self.card)
                    _ = try client.readReply()
                }
                server.refuseConnections(false)
                #expect(try ask(port, "GET", "/card").status == 200)
                server.refuseConnections(true)
            }
        }
    }

    @Test func allowsStoppingTwiceAndBeforeStarting() throws {
        let server = echo()
        server.stop()
        try serving(server) { _ in server.stop() }
    }

    @Test func stopsWhenDeallocated() throws {
        var server: Server? = echo()
        let port = try #require(try server?.start())
        let client = try RawClient(port: port)
        try client.send(Self.card)
        #expect(try client.readReply().status == 200)
        server = nil
        #expect(try client.readToEnd() == [])
    }

    @Test func stopsDuringRequestsAndReplies() throws {
        let server = Server { request in
            Response(status: 200, fault: request.path == ["wait"] ? .timeout : nil)
        }
        let port = try server.start()
        let reading = try RawClient(port: port)
        try reading.send(Self.card + "POST /notes HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{")
        #expect(try reading.readReply().status == 200)
        let waiting = try RawClient(port: port)
        try waiting.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
        server.stop()
        for client in [reading, waiting] {
            // The close may be a reset or not, depending on whether the server had read everything.
            #expect(client.isReadable(within: 20_000))
        }
    }

    @Test func queuesConnectionsOverTheLimit() throws {
        var behaviour = ServerBehaviour()
        behaviour.maximumConnections = 2
        behaviour.idleGrace = .seconds(3600)
        try serving(echo(behaviour: behaviour)) { port throws in
            var clients = try (0..<8).map { _ in try RawClient(port: port) }
            for client in clients { try client.send(Self.card) }
            while clients.count > 2 {
                #expect(try clients[0].readReply().status == 200)
                #expect(try clients[1].readReply().status == 200)
                #expect(!clients[2].isReadable(within: 20))
                // Only these two free a slot.
                clients.removeFirst(2)
            }
        }
    }

    /// A client with 256 idle connections must not block others.
    @Test(.timeLimit(.minutes(5)))
    func closesTheLongestIdleConnectionForANewOne() throws {
        var behaviour = ServerBehaviour()
        behaviour.maximumConnections = 4
        behaviour.idleDeadline = .seconds(3600)
        behaviour.idleGrace = .milliseconds(1)
        try serving(echo(behaviour: behaviour)) { port throws in
            let silent = try RawClient(port: port)
            let used = try (0..<2).map { _ in try RawClient(port: port) }
            for client in used {
                try client.send(Self.card)
                #expect(try client.readReply().status == 200)
            }
            // A started request keeps its connection.
            let busy = try RawClient(port: port)
            try busy.send("GET /card HTTP/1.1\r\n")
            #expect(try ask(port, "GET", "/card").status == 200)
            // The server closed the oldest connection gracefully.
            #expect(try silent.readToEnd() == [])
            for _ in 0..<8 { #expect(try ask(port, "GET", "/card").status == 200) }
            try busy.send("Host: a\r\n\r\n")
            #expect(try busy.readReply().status == 200)
        }
    }

    /// A client that fills every slot and never reads its reply, or never completes its request, must not block others.
    @Test(.timeLimit(.minutes(5)), arguments: ["GET /card HTTP/1.1\r\nHost: a\r\n\r\n", "GET /card HTTP/1.1\r\n"])
    func closesTheLongestStalledConnectionForANewOne(request: String) throws {
        var behaviour = ServerBehaviour()
        behaviour.maximumConnections = 4
        behaviour.requestDeadline = .seconds(3600)
        behaviour.stallDeadline = .seconds(3600)
        behaviour.stallGrace = .milliseconds(1)
        let server = Server(behaviour: behaviour) { request in
            Response(status: 200, fault: request.path == ["card"] ? .oversizedBody : nil)
        }
        try serving(server) { port throws in
            let stalled = try (0..<8).map { _ in try RawClient(port: port) }
            for client in stalled { try client.send(request) }
            for _ in 0..<8 { #expect(try ask(port, "GET", "/other").status == 200) }
            #expect(stalled[0].isBroken(within: 20_000))
        }
    }

    /// After its first request, a pipelining client waits until other clients had their turn.
    @Test func answersOneRequestOfAConnectionAtATime() throws {
        let order = Locked<[String]>([])
        let (isHeld, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = Server { request in
            order.withLock { $0.append(request.target) }
            if request.target == "/gate" {
                isHeld.signal()
                release.wait()
            }
            return Response(status: 200)
        }
        try serving(server) { port throws in
            let text = { (path: String) in "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }
            let clients = try (0..<3).map { _ in try RawClient(port: port) }
            for client in clients {
                try client.send(text("/first"))
                #expect(try client.readReply().status == 200)
            }
            try clients[0].send(text("/gate"))
            isHeld.wait()
            // Both have arrived when the server continues.
            try clients[1].send(String(repeating: text("/eager"), count: 200))
            try clients[2].send(text("/other"))
            release.signal()
            #expect(try clients[2].readReply().status == 200)
            for _ in 0..<200 { #expect(try clients[1].readReply().status == 200) }
            #expect(
                order.withLock { Array($0.prefix(6)) } == ["/first", "/first", "/first", "/gate", "/eager", "/other"])
        }
    }

    #if os(Linux)
        @Test func leaksNoThreadOrDescriptor() async {
            // Runs in its own process, where no other test opens descriptors or threads.
            await #expect(processExitsWith: .success) {
                func count(_ folder: String) throws -> Int {
                    try FileManager.default.contentsOfDirectory(atPath: folder).count
                }
                let server = echo()
                func round() throws {
                    let port = try server.start()
                    let clients = try (0..<5).map { _ in try RawClient(port: port) }
                    for client in clients {
                        try client.send("GET /argon HTTP/1.1\r\nHost: a\r\n\r\n")
                        _ = try client.readReply()
                    }
                    server.stop()
                }
                try round()
                let descriptors = try count("/proc/self/fd")
                for _ in 0..<50 { try round() }
                guard try count("/proc/self/fd") == descriptors else { exit(1) }
                let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count {
                    FileManager.default.contents(atPath: "/proc/self/task/\($0)/comm") == Data("LoopbackServer\n".utf8)
                }
                // `stop` has joined the thread, but the system may still be cleaning up the last ones.
                guard threads < 10 else { exit(2) }
            }
        }
    #endif
}
