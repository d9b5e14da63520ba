import Foundation

/// A temporary folder that only its user can read, removed explicitly or when a signal ends the process.
final class PrivateFolder {
    let url: URL
    private let terminal: Terminal
    private let cleanUp: SignalCleanUp?

    init(_ name: String, _ terminal: Terminal) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "contracts-\(name)-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        self.url = url
        self.terminal = terminal
        cleanUp = terminal.ownsProcessStreams ? SignalCleanUp { Self.remove(url, terminal) } : nil
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
