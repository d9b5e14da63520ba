import Foundation
import Testing

@testable import Clients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Replies for transports that need no network.
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

/// Waits until a number of callers have come, and lets them go on in the reverse order of their coming, one by one.
actor ReverseGate {
    private let count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { self.count = count }

    func pass() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            if waiting.count == count { waiting.popLast()?.resume() }
        }
    }

    func next() { waiting.popLast()?.resume() }
}

/// Counts, and lets a test wait for a count.
actor Counter {
    private(set) var count = 0
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func increment() {
        count += 1
        for waiter in waiting where waiter.count <= count { waiter.continuation.resume() }
        waiting.removeAll { $0.count <= count }
    }

    func reaches(_ count: Int) async {
        if self.count >= count { return }
        await withCheckedContinuation { waiting.append((count, $0)) }
    }
}
