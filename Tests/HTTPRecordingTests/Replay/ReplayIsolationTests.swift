import Foundation
import Testing

@testable import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct ReplayIsolationTests {
    /// A server listens at the recording's own origin and receives no connection.
    @Test func neverTouchesTheNetwork() async throws {
        let server = try LoopbackServer { _, connection in connection.send(response("200 OK", body: "live")) }
        let origin = "http://127.0.0.1:\(server.port)"
        func request(_ path: String) throws -> URLRequest {
            URLRequest(url: try #require(URL(string: origin + path)))
        }
        let moved = HTTPExchange(
            request: RecordedRequest(url: "\(origin)/moved"),
            response: RecordedResponse(status: 302, headers: ["Location": "/elsewhere"]))
        let replay = ReplayTransport(
            Recording(entries: [
                HTTPExchange(
                    request: RecordedRequest(url: "\(origin)/known"),
                    response: RecordedResponse(status: 200, body: bytes("recorded"))), moved,
            ]))
        #expect(text(try await replay.send(try request("/known")).0) == "recorded")
        for path in ["/known", "/unknown", "/moved"] {
            await #expect(throws: ReplayMiss.self) { try await replay.send(try request(path)) }
        }
        #expect(server.requests.isEmpty)
        // The server does respond to a live request.
        #expect(text(try await LiveTransport().send(try request("/known")).0) == "live")
        #expect(server.requests.count == 1)
    }

    /// Runs in its own process, so that other tests do not add to its memory.
    @Test func usesConstantMemoryForAHundredThousandRequests() async {
        await #expect(processExitsWith: .success) {
            let entries = (0..<1000).map { number in
                HTTPExchange(
                    request: RecordedRequest(url: "https://h/items/\(number)?a=1&b=2"),
                    response: RecordedResponse(status: 200, body: Array(repeating: 0x78, count: 1000)))
            }
            let replay = ReplayTransport(Recording(entries: entries), playback: .repeating)
            let requests = try (0..<1000).map { number in
                URLRequest(url: try #require(URL(string: "https://h/items/\(number)?b=2&a=1")))
            }
            func perform(_ count: Int) async throws {
                for index in 0..<count {
                    _ = try await replay.send(requests[index % 1000])
                    guard index % 100 == 0 else { continue }
                    // Every spelling and every miss is new, so that an unbounded cache would show.
                    let spelling = String(repeating: "&", count: index / 100 % 1000 + 1)
                    let known = try #require(URL(string: "https://h/items/7?a=1&b=2" + spelling))
                    _ = try await replay.send(URLRequest(url: known))
                }
            }
            try await perform(10_000)
            let before = try residentBytes()
            try await perform(100_000)
            let grown = try residentBytes() - before
            if grown > 8 << 20 { FileHandle.standardError.write(Data("grew by \(grown) bytes\n".utf8)) }
            exit(grown > 8 << 20 ? 1 : 0)
        }
    }
}

/// Returns the resident memory of this process.
private func residentBytes() throws -> Int {
    #if canImport(Darwin)
        var info = mach_task_basic_info()
        var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
        let result = withUnsafeMutablePointer(to: &info) {
            $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
            }
        }
        try #require(result == KERN_SUCCESS)
        return Int(info.resident_size)
    #else
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(fields[1])) * sysconf(Int32(_SC_PAGESIZE))
    #endif
}
