import ContractFormat
import Foundation
import HTTPRecording

extension OutputTarget {
    /// Writes a text whole or not at all.
    ///
    /// A file gets its folder where that is missing and is replaced by renaming, so that a reader never sees half a
    /// report. A device or a pipe (`/dev/stdout`) is written to as it is, and a link stays a link.
    package func write(_ text: String) throws(ReportWritingError) {
        switch self {
        case .standardOutput:
            do {
                try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
            } catch {
                throw ReportWritingError(file: "standard output", reason: error.localizedDescription)
            }
        case .file(let path):
            do {
                let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
                guard try isReplaceable(url) else { return try Data(text.utf8).write(to: url) }
                try AtomicFiles.write(Array(text.utf8), at: url.path)
            } catch {
                throw ReportWritingError(file: path, reason: ContractLoader.reason(error))
            }
        }
    }

    /// Returns whether there is nothing yet or a regular file, which may be replaced by renaming.
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
