import ContractChecking
import Foundation

/// The file that `GITHUB_STEP_SUMMARY` names: GitHub shows its Markdown on the page of the run.
package enum GitHubSummaryFile {
    /// Adds the report to what the step has written there already, within the mebibyte that GitHub accepts of a step.
    ///
    /// - Throws: ``ReportWritingError``, also where there is no room left.
    package static func append(_ report: Report, to path: String) throws(ReportWritingError) {
        do {
            let url = URL(fileURLWithPath: path)
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: url) }
            let file = try FileHandle(forWritingTo: url)
            let size = Int(try file.seekToEnd())
            let room = GitHubSummary.limit - size
            guard room >= 4096 else { throw NoRoom(size: size) }
            // A table begins only after a blank line.
            let text = (size == 0 ? "" : "\n\n") + report.gitHubSummary(under: room - 2)
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
        } catch {
            let reason = (error as? NoRoom)?.description ?? error.localizedDescription
            throw ReportWritingError(file: path, reason: reason)
        }
    }

    private struct NoRoom: Error, CustomStringConvertible {
        let size: Int

        var description: String {
            "the step has written \(size) bytes of the \(GitHubSummary.limit) that GitHub accepts"
        }
    }
}
