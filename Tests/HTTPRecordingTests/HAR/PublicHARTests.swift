import Foundation
import TestSupport
import Testing

@testable import HTTPRecording

/// Recordings made by other programs. They are stored beside the package, not in it.
@Suite struct PublicHARTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/suites/har").standardizedFileURL

    private func files() -> [URL] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted().map {
                Self.folder.appending(path: $0)
            }
        } catch {
            print("public HARs: not run, there is no folder \(Self.folder.path)")
            return []
        }
    }

    @Test func bodiesComeBackByteByByte() throws {
        let files = files()
        var (read, bodies, inFiles) = (0, 0, 0)
        for file in files {
            let recording: Recording
            do {
                recording = try Recording(
                    parsing: [UInt8](try Data(contentsOf: file)), file: file.lastPathComponent)
            } catch is RecordingError {
                continue  // Some are wrong on purpose.
            }
            read += 1
            let alone = try Recording(parsing: recording.serialized(), file: "alone.har")
            #expect(Self.bodies(of: alone) == Self.bodies(of: recording), "\(file.lastPathComponent) in one file")

            let folder = try TemporaryFolder()
            let redacted = Redaction(secrets: []).redacted(recording)
            let store = RecordingStore(folder: folder.url)
            let transaction = try store.begin()
            _ = try transaction.stage(redacted, at: "shop/public.har")
            try transaction.commit()
            let loaded = try store.load("shop/public.har")
            #expect(Self.bodies(of: loaded) == Self.bodies(of: redacted.recording), "\(file.lastPathComponent)")
            bodies += Self.bodies(of: loaded).count { !$0.isEmpty }
            inFiles += try FileManager.default.contentsOfDirectory(atPath: folder.path("shop")).count - 1
        }
        guard !files.isEmpty else { return }
        print("public HARs: \(read) of \(files.count) read, \(bodies) bodies, \(inFiles) in files of their own")
        #expect(read > files.count / 2 && bodies >= 100 && inFiles > 10)
    }

    private static func bodies(of recording: Recording) -> [[UInt8]] {
        recording.entries.flatMap { [$0.request.body ?? [], $0.response.body] }
    }
}
