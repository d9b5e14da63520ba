import Foundation
import HTTPRecording
import JSONSchema

/// Writes to a connection on a queue of its own, so that a peer that does not read keeps nobody waiting.
final class ConnectionWriter: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "connection-writer")
    private let isClosed = Locked(false)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func send(_ bytes: [UInt8]) {
        queue.async { [self] in
            guard !isClosed.withLock({ $0 }) else { return }
            // A peer that takes no more bytes is dead or about to be.
            do { try SystemFiles.write(bytes, to: descriptor, "another process") } catch { return }
        }
    }

    /// Ends the connection; nothing is sent any more.
    func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        // A write that waits ends: nobody reads it any more.
        shutdown(descriptor, Int32(SHUT_RDWR))
        queue.async { [descriptor] in _ = Foundation.close(descriptor) }
    }
}
