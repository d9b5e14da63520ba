import Foundation
import JSONSchema
import RawHTTPClient
import TestSupport

/// Measures the requests per second over sockets and the memory of a `contracts serve` process, and of Pact's stub
/// server if `pact` is on the PATH.
enum ServingBenchmarks {
    private static let requests = 40_000
    private static let connections = 4

    static func run() throws {
        let folder = try TemporaryFolder()
        try folder.write(contract, to: "Contracts/books/contract.json")
        try folder.write(pact, to: "app-books.json")
        print("serving: \(requests) requests on \(connections) connections, median of 3")
        let path = { (name: String) in folder.url.appendingPathComponent(name).path }
        let server = try RunningProgram(
            Programs.contracts,
            ["serve", "--port", "0", "--contracts", path("Contracts"), "--recordings", path("Recordings")],
            output: folder.url.appendingPathComponent("serve.log"))
        defer { server.stop() }
        let port = try server.port(after: "127.0.0.1:")
        let same = try measure("contracts serve, the same request", port: port) { _ in "/books/1" }
        let few = try measure("contracts serve, 100 requests", port: port) { "/books/\($0 % 100)" }
        try measure("contracts serve, each request new", port: port) { "/books/\($0)" }
        print("    memory: \(try server.megabytes())")
        guard let program = Programs.find("pact") else {
            print("  Pact's stub server: not run, there is no 'pact' on the PATH (pip install pact-python-cli)")
            return
        }
        let stub = try RunningProgram(
            program, ["stub", "--file", path("app-books.json"), "--loglevel", "info"],
            output: folder.url.appendingPathComponent("stub.log"))
        defer { stub.stop() }
        let other = try measure(
            "Pact's stub server, the same request", port: try stub.port(after: "on port "), requests: 10_000
        ) { _ in "/books/1" }
        print("    memory: \(try stub.megabytes())")
        print(
            "  ours / Pact's: \(String(format: "%.1f", same / other)), of 100 requests \(String(format: "%.1f", few / other))"
        )
    }

    @discardableResult
    private static func measure(
        _ name: String, port: Int, requests: Int = requests, _ path: @escaping @Sendable (Int) -> String
    ) throws -> Double {
        var rates: [Double] = []
        for _ in 0..<3 {
            let start = ContinuousClock.now
            let failures = Locked<[String]>([])
            DispatchQueue.concurrentPerform(iterations: connections) { part in
                do {
                    let client = try RawClient(port: port)
                    for number in stride(from: part, to: requests, by: connections) {
                        try client.send(
                            "GET \(path(number)) HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n")
                        let reply = try client.readReply()
                        guard reply.status == 200 else {
                            throw BenchmarkError(description: "\(path(number)) was answered \(reply.status)")
                        }
                    }
                } catch { failures.withLock { $0.append("\(error)") } }
            }
            if let failure = failures.withLock({ $0.first }) { throw BenchmarkError(description: failure) }
            rates.append(Double(requests) / (start.duration(to: .now) / .seconds(1)))
        }
        print("  \(name): \(Int(rates.sorted()[1])) requests/s")
        return rates.sorted()[1]
    }

    private static let contract = #"""
        {
          "service": "books",
          "origin": "https://api.books.example",
          "endpoints": {
            "book": {
              "arguments": { "id": { "type": "integer" } },
              "request": { "method": "GET", "path": "/books/{id}", "headers": { "Accept": "application/json" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object", "required": ["id", "title"],
                "properties": { "id": { "type": "integer" }, "title": { "type": "string" } } } } },
              "cases": [ { "name": "the first", "status": 200, "arguments": { "id": 1 } } ]
            }
          }
        }
        """#

    /// The same endpoint as a Pact.
    private static let pact = #"""
        {
          "consumer": { "name": "app" }, "provider": { "name": "books" },
          "interactions": [
            {
              "type": "Synchronous/HTTP", "description": "a book",
              "request": { "method": "GET", "path": "/books/1", "headers": { "Accept": ["application/json"] } },
              "response": {
                "status": 200, "headers": { "Content-Type": ["application/json"] },
                "body": { "content": { "id": 1, "title": "Emma" }, "contentType": "application/json", "encoded": false }
              }
            }
          ],
          "metadata": { "pactSpecification": { "version": "4.0" } }
        }
        """#
}
