import Foundation
import HTTPRecording
import JSONSchema

/// Writes to a connection without keeping anybody waiting: at once what it takes, and the rest on a queue.
final class ConnectionWriter: Sendable {
    private struct State {
        var isClosed = false
        /// The number of bytes on the queue.
        var queued = 0
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "connection-writer")
    private let state = Locked(State())

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func send(_ bytes: [UInt8]) {
        let rest = state.withLock { state -> ArraySlice<UInt8> in
            guard !state.isClosed else { return [] }
            let taken =
                state.queued > 0
                ? 0
                : bytes.withUnsafeBytes {
                    Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
                }
            let rest = bytes.dropFirst(max(0, taken))
            if !rest.isEmpty { state.queued += 1 }
            return rest
        }
        guard !rest.isEmpty else { return }
        queue.async { [self] in
            defer { state.withLock { $0.queued -= 1 } }
            guard !state.withLock({ $0.isClosed }) else { return }
            // A peer that takes no more bytes is dead or about to be.
            do { try SystemFiles.write(Array(rest), to: descriptor, "another process") } catch { return }
        }
    }

    /// Ends the connection; nothing is sent any more.
    func close() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard isFirst else { return }
        // A pending write ends: nobody reads it any more.
        shutdown(descriptor, Int32(SHUT_RDWR))
        queue.async { [descriptor] in _ = Foundation.close(descriptor) }
    }
}
