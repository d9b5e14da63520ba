import CommandTestSupport
import ContractChecking
import ContractCommand
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractComparison

/// `contracts compare` with folders and a real git repository.
struct CompareCommandTests {
    private static let contract = """
        {
          "service": "shop",
          "origin": "https://shop.example.com",
          "endpoints": {
            "list": {
              "request": { "method": "GET", "path": "/items", "timeout": 10 },
              "responses": { "200": { "schema": { "type": "object", "required": ["id", "mail"] } } },
              "cases": [{ "name": "some", "status": 200 }]
            }
          }
        }

        """

    /// A repository whose commit on `main` has its contract in `app/Contracts`.
    private struct Repository {
        let folder: TemporaryFolder

        init(_ contract: String = CompareCommandTests.contract) throws {
            folder = try TemporaryFolder()
            try write(contract)
            try folder.write("{}", to: "app/Recordings/shop/list.some.har")
            try git("init", "-q", "-b", "main")
            try commit()
        }

        var commandLine: CommandLine {
            CommandLine(
                contracts: folder.url.appendingPathComponent("app/Contracts"),
                recordings: folder.url.appendingPathComponent("app/Recordings"), folder: folder)
        }

        func write(_ contract: String) throws { try folder.write(contract, to: "app/Contracts/shop/contract.json") }

        /// Replaces a string in the contract of the working tree.
        func replace(_ old: String, with new: String) throws {
            try #require(CompareCommandTests.contract.contains(old))
            try write(CompareCommandTests.contract.replacingOccurrences(of: old, with: new))
        }

        func commit() throws {
            try git("add", "-A")
            try git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-q", "-m", "a commit")
        }

        func git(_ words: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["git"] + words
            process.currentDirectoryURL = folder.url
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in ended.signal() }
            try process.run()
            ended.wait()
            try #require(process.terminationStatus == 0)
        }
    }

    @Test func comparesARevisionWithTheWorkingTree() async throws {
        let repository = try Repository()
        try repository.replace(#", "mail"]"#, with: "]")
        let run = await repository.commandLine.run("compare", "--base", "main")
        #expect(run.code == .findings)
        #expect(run.err == "")
        #expect(
            run.out.hasPrefix("from main to the working tree: 1 breaking, 0 risky, 0 harmless\n\n✗ shop 1 failed\n"))
        #expect(
            run.out.contains("breaking for the client, harmless for the provider [compare.property-became-optional]"))
        // The member is missing from the new revision, so the location and excerpt are from the old one.
        #expect(run.out.contains("main:app/Contracts/shop/contract.json:7:80: error:"))
        #expect(
            run.out.contains(
                #"   7 │ "responses": { "200": { "schema": { "type": "object", "required": ["id", "mail"] } } },"#))
        #expect(run.out.contains("  repeat     contracts compare --base main --only shop/contract\n"))
        #expect(run.out.hasSuffix("s)\n"))
    }

    @Test func reportsNoChangeForEqualContracts() async throws {
        let repository = try Repository()
        let run = await repository.commandLine.run("compare", "--base=HEAD")
        #expect(run.code == .success)
        #expect(run.out.hasPrefix("from HEAD to the working tree: no change\n\n✓ shop 1 passed\n"))
    }

    @Test func comparesTwoRevisions() async throws {
        let repository = try Repository()
        try repository.git("tag", "v1")
        try repository.replace("10 }", with: "20 }")
        try repository.commit()
        let run = await repository.commandLine.run("compare", "v1", "main")
        #expect(run.code == .success)
        #expect(run.out.hasPrefix("from v1 to main: 0 breaking, 1 risky, 0 harmless\n"))
        #expect(run.out.contains("main:app/Contracts/shop/contract.json:6:66: warning: the timeout of 'list' changed"))
        #expect(await repository.commandLine.run("compare", "v1", "main", "--fail-on", "warning").code == .findings)
    }

    @Test func judgesChangesForTheSelectedParty() async throws {
        let repository = try Repository()
        try repository.replace(#", "mail"]"#, with: "]")
        let run = await repository.commandLine.run("compare", "--base", "main", "--for", "provider")
        #expect(run.code == .success)
        #expect(run.out.contains("0 breaking, 0 risky, 1 harmless"))
        #expect(
            run.out.contains(
                "info: '/mail' of response 200 of 'list' is no longer required: harmless for the provider"))
    }

    @Test func comparesRecordings() async throws {
        let repository = try Repository()
        try FileManager.default.removeItem(
            at: repository.folder.url.appendingPathComponent("app/Recordings/shop/list.some.har"))
        let run = await repository.commandLine.run("compare", "--base", "main")
        #expect(run.out.contains("main:app/Recordings/shop/list.some.har:1:1: warning:"))
        #expect(run.out.contains("[compare.recording-removed]"))
    }

    @Test func treatsOnlyRemovedContractsAsBreaking() async throws {
        let repository = try Repository()
        try repository.folder.write(
            Self.contract.replacingOccurrences(of: #""shop""#, with: #""till""#), to: "app/Contracts/till/contract.json"
        )
        #expect(await repository.commandLine.run("compare", "--base", "main").code == .success)
        try FileManager.default.removeItem(at: repository.folder.url.appendingPathComponent("app/Contracts/shop"))
        let run = await repository.commandLine.run("compare", "--base", "main")
        #expect(run.code == .findings)
        #expect(run.out.contains("main:app/Contracts/shop/contract.json:2:14: error: service 'shop' is gone"))
    }

    @Test func writesReportsWithoutAHeadline() async throws {
        let repository = try Repository()
        try repository.replace("10 }", with: "20 }")
        let run = await repository.commandLine.run("compare", "--base", "main", "--report", "json=-")
        let report = try JSON(parsing: run.out)
        #expect(report[pointer: "/checks/0/id"] == "shop/contract")
        #expect(report[pointer: "/checks/0/findings/0/rule"] == "compare.timeout-changed")
        #expect(report[pointer: "/checks/0/findings/0/expected"] == "10")
        #expect(report[pointer: "/checks/0/findings/0/found"] == "20")
    }

    // MARK: - What is wrong

    @Test(arguments: [
        (["compare"], "takes OLD and NEW"), (["compare", "main"], "takes OLD and NEW"),
        (["compare", "main", "main", "main"], "takes OLD and NEW"),
        (["compare", "--base", "main", "other"], "omit OLD NEW"),
        (["compare", "--base", "mian"], "there is no git revision 'mian'; did you mean 'main'?"),
        (["compare", "--base=--help"], "there is no git revision '--help'"),
        (["compare", "--base", "main:app"], "there is no git revision 'main:app'"),
        (["compare", "nowhere", "main"], "there is no folder and no git revision 'nowhere'"),
        (["compare", "--base", "main", "--for", "server"], "valid: client, provider, both"),
        (["compare", "--base", "main", "--only", "ship/*"], "no service matches 'ship/*'"),
        (["compare", "--base", "main", "--report", "xml=-"], "'xml' is not a report format"),
    ])
    func rejectsInvalidUsage(words: [String], message: String) async throws {
        let repository = try Repository()
        let line = repository.commandLine
        let run: CommandOutput =
            switch words.count {
            case 1: await line.run(words[0])
            case 2: await line.run(words[0], words[1])
            case 3: await line.run(words[0], words[1], words[2])
            case 4: await line.run(words[0], words[1], words[2], words[3])
            default: await line.run(words[0], words[1], words[2], words[3], words[4])
            }
        #expect(run.code == .usage)
        #expect(run.out == "")
        #expect(run.err.contains(message), "\(run.err)")
        #expect(run.err.split(separator: "\n").count == 1)
    }

    @Test func reportsMissingGit() async throws {
        let run = await (try Repository()).commandLine.run(
            "compare", "--base", "main", environment: ["PATH": "/nowhere"])
        #expect(run.code == .notEvaluated)
        #expect(run.err.contains("git is not in PATH"))
    }

    @Test func reportsAMissingRepository() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.contract, to: "Contracts/shop/contract.json")
        let line = CommandLine(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings"), folder: folder)
        let run = await line.run("compare", "--base", "main")
        #expect(run.code == .usage)
        #expect(run.err.contains("is not in a git repository"))
    }

    /// A git hook sets variables that name its own repository.
    @Test func ignoresTheGitVariablesOfAHook() async throws {
        let run = await (try Repository()).commandLine.run(
            "compare", "--base", "main", environment: ["GIT_DIR": "/nowhere/.git", "GIT_INDEX_FILE": "/nowhere/index"])
        #expect(run.err == "")
        #expect(run.code == .success)
    }

    @Test func failsOnlyForFaultsOfTheNewContracts() async throws {
        let faulty = Self.contract.replacingOccurrences(of: #""status": 200"#, with: #""status": 404"#)
        let repository = try Repository(faulty)
        try repository.write(Self.contract)
        let mended = await repository.commandLine.run("compare", "--base", "main")
        #expect(mended.err.hasPrefix("main:app/Contracts/shop/contract.json:8:"))
        #expect(mended.err.contains(": warning: "))
        #expect(mended.out.contains("[compare.case-expectation-changed]"))
        try repository.commit()
        try repository.write(faulty)
        let broken = await repository.commandLine.run("compare", "--base", "main")
        #expect(broken.code == .usage)
        #expect(broken.err.hasSuffix("contracts: 1 fault; nothing was compared\n"))
    }

    @Test func doesNotEvaluateAnUnreadableRevision() async throws {
        let repository = try Repository("{")
        try repository.write(Self.contract)
        let run = await repository.commandLine.run("compare", "--base", "main")
        #expect(run.code == .notEvaluated)
        #expect(run.out.hasPrefix("from main to the working tree: 1 service could not be compared\n\n"))
        #expect(run.out.contains("a revision cannot be read: main:app/Contracts/shop/contract.json:1:2: not JSON"))
    }

    @Test func doesNotFollowSymbolicLinksInARevision() async throws {
        let repository = try Repository()
        let link = repository.folder.url.appendingPathComponent("app/Contracts/shop/more.json")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/etc/passwd")
        try repository.commit()
        let run = await repository.commandLine.run("compare", "--base", "main")
        #expect(run.code == .notEvaluated)
        #expect(run.err.contains("'app/Contracts/shop/more.json' is not a regular file in the revision"))
    }

    @Test func comparesFoldersOfProjectsAndOfContracts() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.contract, to: "old/shop/contract.json")
        try folder.write(
            Self.contract.replacingOccurrences(of: "/items", with: "/all"), to: "new/Contracts/shop/contract.json")
        let line = CommandLine(contracts: folder.url, recordings: folder.url, folder: folder)
        let (old, new) = (folder.url.appendingPathComponent("old").path, folder.url.appendingPathComponent("new").path)
        let run = await line.run("compare", old, new)
        #expect(run.code == .findings)
        #expect(run.out.contains("[compare.path-changed]"))
        #expect(await line.run("compare", old, folder.url.path).err.contains("expected SERVICE/contract.json"))
        let file = "\(old)/shop/contract.json"
        #expect(await line.run("compare", file, new).err.contains("is a file; expected a folder of contracts"))
    }

    /// The process's temporary folder is empty after success and failure.
    @Test(arguments: ["main", "nowhere"])
    func removesItsTemporaryFiles(base: String) async throws {
        let repository = try Repository()
        try repository.folder.write("", to: "tmp/keep")
        let tmp = repository.folder.url.appendingPathComponent("tmp")
        let app = repository.folder.url.appendingPathComponent("app")
        let process = try NotesProcess(
            ["compare", "--base", base], environment: ["NOTES_FOLDER": app.path, "TMPDIR": tmp.path], in: app)
        let text = await process.output(until: "\u{0}")
        #expect(text.contains(base == "main" ? "no change" : "there is no git revision 'nowhere'"))
        #expect(await process.code() == (base == "main" ? 0 : 2))
        #expect(try FileManager.default.contentsOfDirectory(atPath: tmp.path) == ["keep"])
    }
}
