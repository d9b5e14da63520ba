import ExampleProvider
import Foundation
import RawHTTPClient
import Testing

@Suite struct StorageTests {
    @Test func keepsStoredDataAcrossAStop() throws {
        let provider = ExampleProvider()
        try serving(provider) { _ = try ask($0, "POST", "/api/v1/favorites", body: "{\"a\":1}") }
        try serving(provider) { port throws in
            #expect(try ask(port, "GET", "/api/v1/favorites").array().count == 39)
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
                            POST /v1/StudentLocation HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\
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
}

/// Strings collected from several threads.
private final class Collected: @unchecked Sendable {
    // Unchecked: `texts` is accessed only under the lock.
    private let lock = NSLock()
    private var texts: Set<String> = []

    var values: Set<String> { lock.withLock { texts } }

    func insert(_ text: String) { lock.withLock { _ = texts.insert(text) } }
}
