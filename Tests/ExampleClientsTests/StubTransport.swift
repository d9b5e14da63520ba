import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Replies for transports without a network.
enum Stub {
    static func reply(
        _ body: some Collection<UInt8>, status: Int = 200,
        _ headers: [String: String] = ["Content-Type": "application/json"]
    ) throws -> (Data, URLResponse) {
        let url = try #require(URL(string: "https://stub.example/"))
        let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        return (Data(body), try #require(response))
    }

    static func transport(
        _ body: String, status: Int = 200, _ headers: [String: String] = ["Content-Type": "application/json"]
    ) -> HTTPTransport {
        { _ in try reply(body.utf8, status: status, headers) }
    }
}

/// Holds callers until a given number has arrived, then releases them in reverse order.
actor ReverseGate {
    private let count: Int
    private var arrived = 0
    private var left = 0

    init(count: Int) { self.count = count }

    func pass() async throws {
        arrived += 1
        let place = arrived
        while arrived < count || left != count - place {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    func leave() { left += 1 }
}

/// A counter that lets a test wait for a count.
actor Counter {
    private(set) var count = 0

    func increment() { count += 1 }

    func reaches(_ count: Int) async throws {
        while self.count < count {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
