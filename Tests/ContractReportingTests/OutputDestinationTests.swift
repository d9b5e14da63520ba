import Foundation
import TestSupport
import Testing

@testable import ContractReporting

struct OutputDestinationTests {
    @Test(arguments: [
        ("json=report.json", ReportFormat.json, OutputTarget.file("report.json")),
        ("junit-strict=a=b.xml", .junitStrict, .file("a=b.xml")), ("console=-", .console, .standardOutput),
        ("html=./-", .html, .file("./-")),
    ])
    func parsesFormatAndTarget(_ text: String, _ format: ReportFormat, _ target: OutputTarget) throws {
        #expect(try ReportDestination(parsing: text) == ReportDestination(format: format, target: target))
    }

    @Test(arguments: [
        ("jnuit=x", "'jnuit' is not a report format; did you mean 'junit'?"),
        ("JSON=x", "'JSON' is not a report format; did you mean 'json'?"),
        ("gihub=x", "did you mean 'github'?"), ("junit_strict=x", "did you mean 'junit-strict'?"),
        (
            "=x",
            "'' is not a report format. Valid formats: console, json, jsonl, junit, junit-strict, github, markdown, sarif, html, prometheus"
        ),
        ("elephant=x", "'elephant' is not a report format. Valid formats: "),
        ("\u{1B}[2J=x", "'\\u{1B}[2J' is not a report format"),
        ("json", "'json' names no file: write 'json=FILE', or 'json=-' for standard output"),
        ("json=", "'json=' names no file"), ("jsno", "write 'json=FILE'"), ("json=a\u{0}b", "names no file"),
        ("report.xml", "'report.xml' is not FORMAT=FILE, such as 'console=FILE'. Valid formats: "),
    ])
    func explainsInvalidDestinations(_ text: String, _ expected: String) throws {
        let error = try #require(throws: OutputDestinationError.self) { try ReportDestination(parsing: text) }
        #expect(error.description.contains(expected), "\(error)")
    }

    @Test func shortensALongInvalidWord() throws {
        let text = String(repeating: "x", count: 1 << 20) + "=y"
        let error = try #require(throws: OutputDestinationError.self) { try ReportDestination(parsing: text) }
        #expect(error.description.count < 300)
    }

    @Test func rejectsTwoReportsWithOneTarget() throws {
        #expect(try ReportDestination.all(parsing: ["json=a", "html=b", "console=-"]).count == 3)
        func message(_ texts: [String]) throws -> String {
            try #require(throws: OutputDestinationError.self) { try ReportDestination.all(parsing: texts) }.description
        }
        #expect(
            try message(["json=-", "console=-"]) == "two reports go to standard output: write one of them to a file")
        #expect(try message(["json=a", "jsonl=a"]) == "two reports go to 'a': give each its own file")
    }
}

struct OutputWritingTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    init() throws { temporary = try TemporaryFolder() }

    private func write(_ text: String, to url: URL) throws {
        try OutputTarget.file(url.path).write(text)
    }

    @Test func createsTheFolderAndReplacesAnOlderReport() throws {
        let file = folder.appendingPathComponent("a/b/report.json")
        for text in ["a longer first report", "second"] {
            try write(text, to: file)
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a/b") == ["report.json"])
    }

    @Test func writesThroughASymbolicLink() throws {
        let file = folder.appendingPathComponent("real.json")
        let link = folder.appendingPathComponent("link.json")
        try write("old", to: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        try write("new", to: link)
        #expect(try String(contentsOf: file, encoding: .utf8) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path).hasSuffix("real.json"))
    }

    @Test func keepsFilePermissions() throws {
        let file = folder.appendingPathComponent("report.json")
        try write("old", to: file)
        try #require(chmod(file.path, 0o600) == 0)
        try write("new", to: file)
        var status = stat()
        try #require(stat(file.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report.json"])
    }

    /// The pipe represents all devices. Renaming a file over a real one would break the machine.
    @Test func writesToAPipeWithoutReplacingIt() throws {
        let pipe = folder.appendingPathComponent("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let reader = open(pipe.path, O_RDONLY | O_NONBLOCK)
        try #require(reader >= 0)
        let handle = FileHandle(fileDescriptor: reader, closeOnDealloc: true)
        try write("report", to: pipe)
        #expect(try handle.readToEnd() == Data("report".utf8))
        var status = stat()
        #expect(lstat(pipe.path, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func reportsThePathOfAFailedWrite() throws {
        let file = folder.appendingPathComponent("file")
        try write("x", to: file)
        let inside = file.appendingPathComponent("report.json")
        let error = try #require(throws: ReportWritingError.self) { try write("y", to: inside) }
        #expect(error.description.hasPrefix("cannot write the report to \(inside.path): "))
        #expect(throws: ReportWritingError.self) { try write("z", to: folder) }
    }
}
