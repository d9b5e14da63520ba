import Foundation
import HTTPRecording
import JSONSchema

/// Builds requests with a client call: the call is stopped at the first request that it sends.
package struct CaughtRequest: Sendable {
    /// A call that ends, or goes on for too long, without having sent a request.
    package struct Missing: Error, Sendable, Hashable, LocalizedError {
        let seconds: Double?

        /// The call's result without a request.
        package var errorDescription: String? {
            seconds.map { "the call sends no request within \(Int($0)) s" }
                ?? "the call returns without sending a request"
        }
    }

    /// The seconds in which a call must end once its request is caught.
    private static let patience = 0.1

    private let call: Endpoint.Call
    private let deadline: Double
    private let trap: Trap
    private let connection: CallConnection

    init(_ call: @escaping Endpoint.Call, deadline: Double) {
        self.call = call
        self.deadline = deadline
        trap = Trap()
        connection = CallConnection(trap)
    }

    /// Returns the first request of the call.
    ///
    /// - Throws: the error of the call before it sends a request, else `Missing`.
    func request(for arguments: Arguments) async throws -> URLRequest {
        trap.reset()
        let ended: Result<Void, any Error>? = await Deadline.run(seconds: deadline) { [call, connection, trap] in
            let work = Task {
                do {
                    _ = try await call(arguments, connection)
                    trap.end(.success(()))
                } catch {
                    trap.end(.failure(error))
                }
            }
            return await withTaskCancellationHandler {
                let result = await trap.result()
                // The call must not run beside the next probe. On Linux a session that is cancelled while it fails
                // traps, so the call ends by itself. Only a call that tries again after an error is cancelled.
                if await Deadline.run(seconds: Self.patience, { await work.value }) == nil {
                    work.cancel()
                    _ = await Deadline.run(seconds: Self.patience) { await work.value }
                }
                return result
            } onCancel: {
                work.cancel()
            }
        }
        if let caught = trap.caught { return caught }
        guard let ended else { throw Missing(seconds: deadline) }
        try ended.get()
        throw Missing(seconds: nil)
    }
}

extension Endpoint {
    /// The function that builds the request: the bound one, else the call as far as its first request.
    package func builder(deadline: Double) -> Builder? {
        if let build { return build }
        guard let call else { return nil }
        let caught = CaughtRequest(call, deadline: deadline)
        return { try await caught.request(for: $0) }
    }
}

/// Keeps the first request, and answers each with an error.
private final class Trap: Transport {
    private struct State {
        var caught: URLRequest?
        var end: Result<Void, any Error>?
        var waiting: CheckedContinuation<Result<Void, any Error>, Never>?
    }

    private let state = Locked(State())

    var caught: URLRequest? { state.withLock { $0.caught } }

    func reset() {
        end(.failure(CancellationError()))
        state.withLock { $0 = State() }
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        state.withLock { if $0.caught == nil { $0.caught = request } }
        end(.success(()))
        throw URLError(.cancelled)
    }

    /// Ends the wait; what comes later is not looked at.
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
