import Foundation
import HTTPRecording
import JSONSchema

/// Builds requests with a client call that is stopped at its first request.
package struct RequestCapture: Sendable {
    package struct Missing: Error, Sendable, Hashable, LocalizedError {
        let seconds: Double?

        package var errorDescription: String? {
            seconds.map { "the call sends no request within \(Int($0)) s" }
                ?? "the call returns without sending a request"
        }
    }

    /// The seconds that a call must finish after its request is captured.
    private static let gracePeriod = 0.1

    private let call: Endpoint.Call
    private let deadline: Double
    private let transport: CapturingTransport
    private let connection: CallConnection

    init(_ call: @escaping Endpoint.Call, deadline: Double) {
        self.call = call
        self.deadline = deadline
        transport = CapturingTransport()
        connection = CallConnection(transport)
    }

    /// - Throws: the call's error if it fails before it sends a request, otherwise `Missing`.
    func request(for arguments: Arguments) async throws -> URLRequest {
        let (events, event) = AsyncStream<Result<Void, any Error>>.makeStream()
        transport.begin { event.yield(.success(())) }
        let ended: Result<Void, any Error>?? = await Deadline.run(seconds: deadline) { [call, connection, transport] in
            let work = Task {
                do {
                    _ = try await call(arguments, connection)
                    event.yield(.success(()))
                } catch {
                    event.yield(.failure(error))
                }
            }
            return await withTaskCancellationHandler {
                let result = await events.first { _ in true }
                // The call must not overlap the next probe, so wait for it to finish. On Linux, cancelling a
                // `URLSession` that is failing traps; therefore only a call that retries after the error is cancelled.
                for _ in 1...2
                where await Deadline.run(
                    seconds: Self.gracePeriod, isOver: { transport.isExceeded }, { await work.value }) == nil
                {
                    work.cancel()
                }
                return result
            } onCancel: {
                work.cancel()
            }
        }
        if let captured = transport.captured { return captured }
        guard let ended = ended ?? nil else { throw Missing(seconds: deadline) }
        try ended.get()
        throw Missing(seconds: nil)
    }
}

extension Endpoint {
    /// Returns the bound request builder, or one that catches the call's first request.
    package func builder(deadline: Double) -> Builder? { build ?? capturingBuilder(deadline: deadline) }

    /// Returns a builder that catches the first request of the call.
    func capturingBuilder(deadline: Double) -> Builder? {
        guard let call else { return nil }
        let capture = RequestCapture(call, deadline: deadline)
        return { try await capture.request(for: $0) }
    }
}

/// A transport that keeps the first request and fails every request.
private final class CapturingTransport: Transport {
    /// The requests after which a call that retries despite the errors is suspended forever.
    private static let maximumRequests = 100

    private struct State {
        var captured: URLRequest?
        var requests = 0
        var onRequest: @Sendable () -> Void = {}
    }

    private let state = Locked(State())

    var isExceeded: Bool { state.withLock { $0.requests > Self.maximumRequests } }

    var captured: URLRequest? { state.withLock { $0.captured } }

    /// Starts to capture for another call.
    func begin(onRequest: @escaping @Sendable () -> Void) { state.withLock { $0 = State(onRequest: onRequest) } }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let onRequest = state.withLock { state in
            state.captured = state.captured ?? request
            state.requests += 1
            return state.onRequest
        }
        onRequest()
        if isExceeded { await Deadline.wait() }
        throw URLError(.cancelled)
    }
}
