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
        transport.reset()
        let ended: Result<Void, any Error>? = await Deadline.run(seconds: deadline) { [call, connection, transport] in
            let work = Task {
                do {
                    _ = try await call(arguments, connection)
                    transport.end(.success(()))
                } catch {
                    transport.end(.failure(error))
                }
            }
            return await withTaskCancellationHandler {
                let result = await transport.result()
                // The call must not overlap the next probe, so wait for it to finish. On Linux, cancelling a
                // `URLSession` that is failing traps; therefore only a call that retries after the error is cancelled.
                if await Deadline.run(seconds: Self.gracePeriod, { await work.value }) == nil {
                    work.cancel()
                    _ = await Deadline.run(seconds: Self.gracePeriod) { await work.value }
                }
                return result
            } onCancel: {
                work.cancel()
            }
        }
        if let captured = transport.captured { return captured }
        guard let ended else { throw Missing(seconds: deadline) }
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
    private struct State {
        var captured: URLRequest?
        var end: Result<Void, any Error>?
        var waiting: CheckedContinuation<Result<Void, any Error>, Never>?
    }

    private let state = Locked(State())

    var captured: URLRequest? { state.withLock { $0.captured } }

    func reset() {
        end(.failure(CancellationError()))
        state.withLock { $0 = State() }
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        state.withLock { if $0.captured == nil { $0.captured = request } }
        end(.success(()))
        throw URLError(.cancelled)
    }

    func end(_ result: Result<Void, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Result<Void, any Error>, Never>? in
            guard state.end == nil else { return nil }
            state.end = result
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: result)
    }

    func result() async -> Result<Void, any Error> {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state -> Result<Void, any Error>? in
                if state.end == nil { state.waiting = continuation }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }
}
