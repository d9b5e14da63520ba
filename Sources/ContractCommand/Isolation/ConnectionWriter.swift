import Foundation
import HTTPRecording
import JSONSchema

/// Writes to a connection on its own queue, so that a peer that does not read blocks no caller.
final class ConnectionWriter: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "connection-writer")
    private let isClosed = Locked(false)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func send(_ bytes: [UInt8]) {
        queue.async { [self] in
            guard !isClosed.withLock({ $0 }) else { return }
            // A peer that accepts no bytes has exited or is about to.
            do { try SystemFiles.write(bytes, to: descriptor, "another process") } catch { return }
        }
    }

    func close() {
        guard isClosed.setOnce() else { return }
        // Unblocks a pending write.
        shutdown(descriptor, Int32(SHUT_RDWR))
        queue.async { [descriptor] in _ = Foundation.close(descriptor) }
    }
}
