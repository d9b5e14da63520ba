import Foundation
import JSONSchema
import NotesFixture
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#endif

/// Traps and hangs caused by a live response. They fail their endpoint, and end neither the round nor the monitor.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct HealthIsolationTests {
    private func round(_ plant: String, title: String) async throws -> (code: Int32, endpoint: JSON, errors: String) {
        let folder = try NotesFolder()
        try folder.replace(
            #"{ "name": "two notes", "status": 200,"#, with: #"{ "name": "two notes", "health": true, "status": 200,"#,
            in: "Contracts/notes/contract.json")
        let note = #"{"id":"n1","title":\#(title),"stars":2,"author":"Ada"}"#
        let server = try OneAnswer(")]}'\n" + #"{"notes":[\#(note),\#(note)]}"#)
        let process = Process()
        process.executableURL = Self.products.appendingPathComponent("trapping")
        process.arguments = [
            "health", "--report", "json=-", "--retries", "0", "--deadline", "1", "--round-deadline", "20",
            "--origin", "https://notes.example.com=http://127.0.0.1:\(server.port)",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["NOTES_FOLDER": folder.url.path, "PLANT": plant]
        ) { $1 }
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        // The report fits into a pipe's buffer, so that it can be read after the process has exited.
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
        let text = try out.fileHandleForReading.readToEnd() ?? Data()
        let errors = String(decoding: try err.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let endpoint = try #require(try JSON(parsing: text)[pointer: "/endpoints/0"], "\(errors)")
        return (process.terminationStatus, endpoint, errors)
    }

    /// The directory of the package's products, next to the test bundle.
    private static let products: URL = {
        let arguments = CommandLine.arguments
        let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent()
    }()

    private func rules(_ endpoint: JSON) -> Set<String> {
        Set((endpoint["findings"]?.arrayValue ?? []).compactMap { $0["rule"]?.stringValue })
    }

    @Test func isHealthyWithASoundModel() async throws {
        let run = try await round("none", title: #""Milk""#)
        #expect(run.endpoint["verdict"] == "healthy", "\(run.endpoint.text())")
        #expect(run.code == 0)
    }

    @Test func reportsATrapAsAFailure() async throws {
        let run = try await round("cast", title: "null")
        #expect(run.code == 1)
        #expect(run.endpoint["verdict"] == "failing")
        let text = run.endpoint.text()
        #expect(text.contains("health.trap") && text.contains("Could not cast value"), "\(text)")
        #expect(run.errors == "")
    }

    @Test func reportsCodeThatExitsAsAFailure() async throws {
        let run = try await round("exit", title: #""""#)
        #expect(run.code == 1)
        #expect(run.endpoint.text().contains("it terminates its own process with exit(0)"))
    }

    @Test func reportsCodeThatHangsAsAFailure() async throws {
        let run = try await round("hang", title: #""""#)
        #expect(run.code == 1)
        #expect(run.endpoint["verdict"] == "failing", "\(run.endpoint.text())")
        #expect(run.endpoint.text().contains("model.timeout"))
    }
}

/// A server that answers every request with the same body, until it is deallocated.
private final class OneAnswer: Sendable {
    let port: Int
    private let listener: Int32

    struct Failure: Error {
        let code: Int32
    }

    init(_ body: String) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        listener = socket(AF_INET, stream, 0)
        port = try Self.open(listener)
        let answer = Array(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
                .utf8)
        Thread.detachNewThread { [listener] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 { return }
                var request = [UInt8](repeating: 0, count: 4096)
                _ = recv(connection, &request, request.count, 0)
                _ = send(connection, answer, answer.count, 0)
                close(connection)
            }
        }
    }

    /// Listens on a free loopback port, and returns it.
    private static func open(_ listener: Int32) throws -> Int {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isListening else { throw Failure(code: errno) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
