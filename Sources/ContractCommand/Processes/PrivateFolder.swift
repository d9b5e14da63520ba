import Foundation

/// A temporary folder that only its user can read, removed explicitly or when a signal ends the process.
final class PrivateFolder {
    let url: URL
    private let terminal: Terminal
    private let cleanUp: SignalCleanUp?
    /// Held while files are created. A signal's clean-up keeps it, so that no thread makes a removed folder again.
    private static let creation = NSRecursiveLock()

    /// Creates files in such a folder.
    static func create(_ files: () throws -> Void) rethrows { try creation.withLock(files) }

    init(_ name: String, _ terminal: Terminal) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "contracts-\(name)-\(UUID().uuidString)", isDirectory: true)
        self.url = url
        self.terminal = terminal
        // Watch for signals first: one that comes after the folder is created must find the watch.
        cleanUp =
            terminal.ownsProcessStreams
            ? SignalCleanUp {
                // A stalled disk must not keep the process alive.
                _ = Self.creation.lock(before: Date(timeIntervalSinceNow: 1))
                if FileManager.default.fileExists(atPath: url.path) { Self.remove(url, terminal) }
            } : nil
        try Self.create {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    func remove() {
        cleanUp?.cancel()
        Self.remove(url, terminal)
    }

    private static func remove(_ folder: URL, _ terminal: Terminal) {
        do { try FileManager.default.removeItem(at: folder) } catch {
            terminal.err("contracts: cannot remove \(folder.path): \(error.localizedDescription)\n")
        }
    }
}
