import AttackFixture
import Foundation
import NotesFixture
import Testing

@testable import ContractCommand

/// A command with nothing to check exits with 2 and says so, so that a wrong path or an empty list does not pass.
@Suite(.timeLimit(.minutes(5)))
struct NothingCheckedTests {
    private static let empty = #"{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[]}"#
    private static let messages = #"""
        {"consumer":{"name":"a"},"provider":{"name":"b"},"metadata":{"pactSpecification":{"version":"4.0"}},
         "interactions":[{"type":"Asynchronous/Messages","description":"m",
                          "contents":{"content":{"a":1},"contentType":"application/json","encoded":false}}]}
        """#
    private static let report = #"""
        {"schema":1,"summary":{"checks":0,"passed":0,"failed":0,"errors":0,"skipped":0,"probes":0,"seconds":0},"checks":[]}
        """#

    @Test(
        arguments: [
            (["pact", "verify", "FILE", "--provider", "http://127.0.0.1:1"], empty, "no HTTP interaction"),
            (["pact", "verify", "FILE", "--provider", "http://127.0.0.1:1"], messages, "no HTTP interaction"),
            (["validate", "--lines", "FILE", "FILE"], "\n  \n", "not JSON"),
            (["validate", "FOLDER/any.json", "FOLDER/empty.jsonl"], "", "no document"),
            (["validate", "--lines", "FOLDER/any.json", "FOLDER/one.jsonl", "FOLDER/empty.jsonl"], "", "no document"),
            (["convert", "FILE"], "# nothing\n", "no document"),
            (["merge", "FILE"], report, "no checks ran"),
            (["verify", "--only", "nothing/*"], "", "no check matches"),
            (["record", "--allow-ci", "--only", "nothing/*"], "", "no check matches"),
            (["list", "--only", "nothing/*"], "", "no check matches"),
            (["lint", "--map", "nothing/*"], "", "nothing/*"),
            (["health"], "", "no case"),
            (["pact", "cases"], "", "takes files"),
            (
                ["pact", "export", "--consumer", "app", "--recordings", "FOLDER/None", "--output", "FOLDER/Pacts"], "",
                "nothing was written"
            ),
            (["recordings", "prune", "--recordings", "FOLDER/None"], "", "no recording"),
            (["recordings", "export", "--recordings", "FOLDER/None", "--output", "FOLDER/HAR"], "", "no recording"),
            (["lint", "--contracts", "FOLDER/None"], "", "no such file|cannot read the contracts folder"),
            (["verify", "--contracts", "FOLDER/Empty"], "", "no contract here"),
            (["lint", "--contracts", "FOLDER/Empty"], "", "no contract here"),
        ] as [([String], String, String)])
    func failsWithNothingToCheck(words: [String], file: String, message: String) async throws {
        let folder = try NotesFolder()
        try folder.write(file, to: "file")
        try folder.write("{}", to: "any.json")
        try folder.write("{}\n", to: "one.jsonl")
        try folder.write(" \n", to: "empty.jsonl")
        try folder.write("", to: "Empty/.gitkeep")
        let words = words.map {
            $0 == "FILE" ? folder.url.path + "/file" : $0.replacingOccurrences(of: "FOLDER", with: folder.url.path)
        }
        let run = try await Attack.run(words, in: folder.url, [:], within: 60)
        #expect(run.end == .exit(2), "\(words): \(run)")
        #expect(
            message.split(separator: "|").contains { (run.text + run.errors).contains($0) }, "\(words): \(run)")
    }

    /// Every command reports a contract file that it does not read.
    @Test(arguments: [
        ["lint"], ["verify"], ["list"], ["score"], ["health"], ["explain", "notes/find"], ["serve", "--port", "0"],
        ["record", "--allow-ci"],
        ["recordings", "prune"], ["recordings", "export", "--output", "HAR"], ["pact", "export", "--consumer", "app"],
        ["scaffold", "shop", "--client"],
    ])
    func reportsAContractFileInAnotherFormat(words: [String]) async throws {
        let folder = try NotesFolder()
        try folder.write("service: shop\norigin: https://shop.example.com\n", to: "Contracts/shop/contract.yaml")
        let run = try await Attack.run(words, in: folder.url, [:], within: 60)
        #expect(run.end == .exit(2), "\(words): \(run)")
        #expect(
            run.errors.contains("Contracts/shop/contract.yaml:1:1: error: this file is not read"), "\(words): \(run)")
        #expect(run.errors.contains("'contracts convert "), "\(words): \(run)")
    }

    @Test(arguments: ["contract.yml", "Contract.json", "contract.jsonc"])
    func reportsASecondContractFile(file: String) async throws {
        let folder = try NotesFolder()
        try folder.write("{}", to: "Contracts/notes/\(file)")
        // A case-insensitive file system has only one file for both names.
        guard try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/Contracts/notes").count == 2
        else {
            return
        }
        let run = try await Attack.run(["lint"], in: folder.url, [:], within: 60)
        #expect(run.end == .exit(2), "\(run)")
        #expect(run.errors.contains("Contracts/notes/\(file):1:1: error: this file is not read"), "\(run)")
    }
}
