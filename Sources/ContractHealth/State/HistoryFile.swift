import Foundation
import HTTPRecording
import JSONSchema

/// The history of rounds as JSON Lines, one object per endpoint and round. A full file is rotated to `FILE.1` and so
/// on.
package struct HistoryFile: Sendable {
    package let path: String
    let limit: Int
    /// The number of old files that are kept.
    private static let kept = 5

    package init(path: String, limit: Int = 10 << 20) {
        self.path = path
        self.limit = limit
    }

    package func append(_ round: HealthRound) throws {
        let lines = round.endpoints.map { $0.line(of: round) }.joined()
        guard !lines.isEmpty else { return }
        _ = try SystemFiles().makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        try rotate()
        let descriptor = try SystemFiles.openToAppend(path)
        defer { close(descriptor) }
        let text = try (isTorn(descriptor) ? "\n" : "") + lines
        try SystemFiles.write(Array(text.utf8), to: descriptor, path)
    }

    private func isTorn(_ descriptor: Int32) throws -> Bool {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0 else { throw StoreError.system("read", path) }
        guard size > 0 else { return false }
        var last: UInt8 = 0
        guard pread(descriptor, &last, 1, size - 1) == 1 else { throw StoreError.system("read", path) }
        return last != UInt8(ascii: "\n")
    }

    private func rotate() throws {
        var status = stat()
        guard stat(path, &status) == 0, Int(status.st_size) >= limit else { return }
        // Start with the oldest file, so that an interrupted rotation loses no other file.
        for number in (0..<Self.kept).reversed() {
            let from = number == 0 ? path : "\(path).\(number)"
            guard FileManager.default.fileExists(atPath: from) else { continue }
            try SystemFiles().rename(from, to: "\(path).\(number + 1)")
        }
    }
}

extension EndpointHealth {
    fileprivate func line(of round: HealthRound) -> String {
        JSON.present([
            ("at", .string(Timestamp(round.started).text)), ("service", .string(self.service)),
            ("endpoint", .string(self.endpoint)), ("verdict", .string(self.verdict.rawValue)),
            ("settled", .string(settled.rawValue)), ("latency", self.latency.map(JSON.init(nonNegative:))),
            ("attempts", JSON(self.attempts)), ("maintenance", isInMaintenance ? true : nil),
            ("findings", self.findings.isEmpty ? nil : .array(self.findings.map { .string($0.sentence) })),
        ]).text() + "\n"
    }
}
