import ContractFormat
import Foundation
import HTTPRecording

extension OutputTarget {
    /// Writes a string atomically.
    ///
    /// Creates a file's missing folder, and replaces the file by renaming, so that readers never see a partial report.
    /// Devices and pipes (`/dev/stdout`) are written directly, and symbolic links are followed within their folder, also
    /// to a file that does not exist yet.
    package func write(_ text: String) throws(ReportWritingError) {
        do {
            let (path, bytes) = (file ?? "/dev/stdout", Array(text.utf8))
            if let descriptor = SystemFiles.descriptor(named: path) {
                return try SystemFiles.write(bytes, to: descriptor, path)
            }
            let url = URL(fileURLWithPath: try SystemFiles.followingLinks(URL(fileURLWithPath: path).path))
            guard try isReplaceable(url) else { return try Data(bytes).write(to: url) }
            try AtomicFiles.write(bytes, at: url.path)
        } catch {
            throw ReportWritingError(file: file ?? "standard output", reason: ContractLoader.reason(error))
        }
    }

    /// Whether the file is missing or regular, and so can be replaced by renaming.
    private func isReplaceable(_ url: URL) throws -> Bool {
        guard FileManager.default.fileExists(atPath: url.path) else { return true }
        return try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false
    }
}

package struct ReportWritingError: Error, Hashable, CustomStringConvertible {
    package let file: String
    package let reason: String

    package var description: String { "cannot write the report to \(file.visible()): \(reason)" }
}
