import Foundation

@testable import ContractComparison

/// A folder with contracts of several revisions, removed when the test ends.
final class RevisionFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("revisions-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit {
        do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path): \(error)") }
    }

    func write(_ text: String, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The revision in a folder with `Contracts` and `Recordings`.
    func revision(_ name: String) -> ContractRevision {
        ContractRevision(
            name: name, contracts: url.appendingPathComponent("\(name)/Contracts"),
            recordings: url.appendingPathComponent("\(name)/Recordings"))
    }
}
