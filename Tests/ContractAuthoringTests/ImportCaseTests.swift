import ContractCommand
import Foundation
import JSONSchema
import Testing

/// Import cases, one folder each: `command.json` holds the arguments of `contracts import`, `Contracts` the files
/// before the import, and `expected` the files and output after it.
@Suite struct ImportCaseTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")

    static let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter {
        !$0.hasPrefix(".")
    }

    @Test(arguments: names ?? []) func matchesTheExpectedFilesAndOutput(_ name: String) async throws {
        let place = Self.folder.appendingPathComponent(name)
        let command = try JSON(parsing: try Data(contentsOf: place.appendingPathComponent("command.json")))
        let words = try #require(command.arrayValue).compactMap(\.stringValue).map { word in
            word.hasPrefix("@") ? place.appendingPathComponent(String(word.dropFirst())).path : word
        }
        let run = try CommandLineRun(copying: place.appendingPathComponent("Contracts"))
        let first = await run.run(["import"] + words)
        #expect(first.code == .success, "\(first.err)")

        let expected = place.appendingPathComponent("expected")
        if ProcessInfo.processInfo.environment["CONTRACT_UPDATE_CASES"] != nil {
            try Self.update(expected, run, first.out)
        }
        #expect(first.out == Self.text(expected.appendingPathComponent("output.txt")))
        for file in try run.files where file.hasSuffix("contract.json") {
            #expect(run.text(file) == Self.text(expected.appendingPathComponent(file)), "\(file)")
        }
        let recordings = try run.files.filter { $0.hasSuffix(".har") }
        #expect(recordings.map { $0 + "\n" }.joined() == Self.text(expected.appendingPathComponent("recordings.txt")))

        // The written contract passes `lint`, contains no secret, and a second import adds nothing.
        let lint = await run.run(["lint"])
        #expect(lint.code == .success, "\(lint.err)")
        let files = try run.files
        let before = files.map { run.text($0) }
        for text in before { #expect(text?.contains("s3cr3t") == false) }
        #expect(!first.out.contains("s3cr3t"))
        let second = await run.run(["import"] + words)
        #expect(second.code == .success)
        #expect(second.out.contains("already contains everything and was left unchanged"))
        #expect(try run.files == files)
        #expect(files.map { run.text($0) } == before)
    }

    @Test func findsTheCaseFolders() throws { #expect(try #require(Self.names).count > 7) }

    private static func text(_ file: URL) -> String? {
        FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes the actual output as the expected output, to be reviewed before the commit.
    private static func update(_ expected: URL, _ run: CommandLineRun, _ output: String) throws {
        func write(_ text: String, _ path: String) throws {
            let file = expected.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try write(output, "output.txt")
        for file in try run.files where file.hasSuffix("contract.json") { try write(run.text(file) ?? "", file) }
        try write(try run.files.filter { $0.hasSuffix(".har") }.map { $0 + "\n" }.joined(), "recordings.txt")
    }
}
