import Foundation

/// A temporary folder that only its user can read, removed explicitly or when a signal ends the process.
final class PrivateFolder {
    let url: URL
    private let terminal: Terminal
    private let cleanUp: SignalCleanUp?
    /// The time after which a thread that still writes to the folder has written to it again.
    private static let pause: useconds_t = 20_000

    init(_ name: String, _ terminal: Terminal) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "contracts-\(name)-\(UUID().uuidString)", isDirectory: true)
        self.url = url
        self.terminal = terminal
        // Watch for signals first: one that comes after the folder is created must find the watch.
        cleanUp = terminal.ownsProcessStreams ? SignalCleanUp { Self.removeInUse(url, terminal) } : nil
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func remove() {
        cleanUp?.cancel()
        Self.remove(url, terminal)
    }

    /// Removes the folder until no other thread creates it again.
    private static func removeInUse(_ folder: URL, _ terminal: Terminal) {
        for _ in 0..<100 where FileManager.default.fileExists(atPath: folder.path) {
            do { try FileManager.default.removeItem(at: folder) } catch {
                // Another thread has just written a file there.
            }
            usleep(pause)
        }
        if FileManager.default.fileExists(atPath: folder.path) { remove(folder, terminal) }
    }

    private static func remove(_ folder: URL, _ terminal: Terminal) {
        do { try FileManager.default.removeItem(at: folder) } catch {
            terminal.err("contracts: cannot remove \(folder.path): \(error.localizedDescription)\n")
        }
    }
}
