import Foundation

/// A temporary folder that is removed on deinitialization.
package final class TemporaryFolder: Sendable {
    package let url = FileManager.default.temporaryDirectory.appendingPathComponent("test-\(UUID().uuidString)")

    package init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit {
        do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path): \(error)") }
    }

    /// Returns the path of a file or folder below this folder.
    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    package func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appendingPathComponent(path)), as: UTF8.self)
    }

    /// Writes a file and creates its parent folders.
    @discardableResult
    package func write(_ text: String, to path: String, executable: Bool = false) throws -> URL {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        if executable { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path) }
        return file
    }

    /// Copies a file or folder to a path below this folder.
    package func copy(_ source: URL, to path: String) throws {
        let target = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: source, to: target)
    }

    /// The sorted relative paths of all files below this folder.
    package var files: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { path in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: self.path(path), isDirectory: &isFolder)
                    && !isFolder.boolValue
            }.sorted()
        }
    }
}
