import ContractFormat
import Foundation
import HTTPRecording

extension OutputTarget {
    /// Writes a string atomically.
    ///
    /// Creates a file's missing folder, and replaces the file by renaming, so that readers never see a partial report.
    /// Devices and pipes (`/dev/stdout`) are written directly, and symbolic links are followed, also to a
    /// file that does not exist yet.
    package func write(_ text: String) throws(ReportWritingError) {
        do {
            guard let file else { return try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }
            let url = URL(fileURLWithPath: SystemFiles.followingLinks(URL(fileURLWithPath: file).path))
            guard try isReplaceable(url) else { return try Data(text.utf8).write(to: url) }
            try AtomicFiles.write(Array(text.utf8), at: url.path)
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
