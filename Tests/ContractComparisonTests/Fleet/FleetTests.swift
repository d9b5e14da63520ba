import CommandTestSupport
import ContractChecking
import ContractCommand
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractComparison

/// `contracts fleet` with folders, a list and a real git repository.
struct FleetTests {
    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The change in a version's contracts relative to the current ones, and the expected verdict for both endpoints.
    private struct Release {
        let name: String
        var service = "tarot-cards"
        var old = ""
        var new = ""
        let signs: String
    }

    /// Columns of `signs`: `tarot-cards/card` and `representatives/representatives`.
    private static let releases = [
        Release(name: "1.0", signs: "✓ ✓"),
        // A required member that no response has.
        Release(
            name: "1.1", old: #""required": ["title", "image", "description"]"#,
            new: #""required": ["title", "image", "description", "arcana"]"#, signs: "✗ ✓"),
        // A string that used to be a number.
        Release(
            name: "1.2", old: #""title": { "type": "string" },"#, new: #""title": { "type": "integer" },"#,
            signs: "✗ ✓"),
        // A model that allows bridging.
        Release(
            name: "1.3", old: #""bridging": "deny""#, new: #""bridging": "allow""#, signs: "✓ ✓"),
        Release(
            name: "2.0", service: "representatives", old: #""phone": { "type": "string" },"#,
            new: #""phone": { "type": "string", "pattern": "^[0-9]+$" },"#, signs: "✓ ✗"),
        // Fewer required members.
        Release(
            name: "2.1", service: "representatives",
            old: #""required": ["name", "party", "state", "district", "phone", "office", "link"]"#,
            new: #""required": ["name"]"#, signs: "✓ ✓"),
        // A different request, which the recordings do not match.
        Release(name: "2.2", old: #""path": "/tarot-deck.ssp""#, new: #""path": "/tarot.ssp""#, signs: "✗ ✓"),
        // A body prefix that is no longer sent.
        Release(
            name: "2.3", service: "representatives", old: #""charset": "iso-8859-1","#,
            new: #""charset": "iso-8859-1", "prefix": ")]}'","#, signs: "✓ ✗"),
        Release(
            name: "3.0", old: #""content": "application/json","#, new: #""content": "application/vnd.tarot+json","#,
            signs: "✗ ✓"),
        // A status code that current responses do not have.
        Release(
            name: "3.1", old: "\"name\": \"the first\",\n          \"status\": 200",
            new: "\"name\": \"the first\",\n          \"status\": 404", signs: "✗ ✓"),
        Release(
            name: "3.2", service: "representatives", old: #""results": { "type": "array", "minItems": 1,"#,
            new: #""results": { "type": "array", "minItems": 100,"#, signs: "✓ ✗"),
        Release(name: "3.3", signs: "✓ ✓"),
    ]

    /// Returns a folder with the contracts of each release.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for release in releases {
            for service in ["tarot-cards", "representatives"] {
                let file = repository.appendingPathComponent("Contracts/\(service)/contract.json")
                var text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
                if service == release.service, !release.old.isEmpty {
                    try #require(text.contains(release.old), "\(release.name)")
                    text = text.replacingOccurrences(of: release.old, with: release.new)
                }
                try folder.write(text, to: "\(release.name)/\(service)/contract.json")
            }
        }
        return folder
    }

    private static func commandLine(_ folder: TemporaryFolder) -> CommandLine {
        CommandLine(
            contracts: folder.url.appendingPathComponent("1.0"),
            recordings: repository.appendingPathComponent("Recordings"), folder: folder)
    }

    @Test func reportsBreakingVersions() async throws {
        let folder = try Self.folder()
        let versions = Self.releases.map { #"{"version": "\#($0.name)", "folder": "\#($0.name)"}"# }
        try folder.write(#"{"versions": [\#(versions.joined(separator: ","))]}"#, to: "fleet.json")
        let output = await Self.commandLine(folder).run(
            "fleet", "--list", folder.url.appendingPathComponent("fleet.json").path)
        #expect(output.code == .findings)
        let lines = output.out.split(separator: "\n").map(String.init)
        for release in Self.releases {
            let line = try #require(lines.first { $0.hasPrefix("\(release.name) ") }, "\(output.out) \(output.err)")
            let signs = line.dropFirst(release.name.count).split(separator: " ").map(String.init)
            // The output lists the services alphabetically.
            let expected = release.signs.split(separator: " ").map(String.init)
            #expect(signs == [expected[1], expected[0]], "\(release.name): \(line)")
        }
        #expect(lines.last == "8 of 12 versions break, 8 of them supported")
    }

    @Test func countsTheUsersOfBreakingVersions() async throws {
        let folder = try Self.folder()
        try folder.write(
            """
            {"versions": [{"version": "first", "folder": "1.0", "users": 10},
                          {"version": "second", "folder": "1.1", "users": 1200, "supported": false}]}
            """, to: "fleet.json")
        let list = folder.url.appendingPathComponent("fleet.json").path
        let output = await Self.commandLine(folder).run("fleet", "--list", list)
        #expect(output.code == .success)
        #expect(output.out.contains("1 of 2 versions breaks, 0 of them supported, 1200 users"))
        #expect(output.out.contains("breaks: tarot-cards/card in second (1200 users)"))
        #expect(output.out.contains("computed from the contract: the model refuses the record '/response'"))
        let json = await Self.commandLine(folder).run("fleet", "--list", list, "--report", "json=-")
        let report = try JSON(parsing: json.out)
        let broken = report["checks"]?.arrayValue?.filter { !($0["findings"]?.arrayValue?.isEmpty ?? true) } ?? []
        #expect(broken.map { $0["id"] } == ["second/contract/tarot-cards/card"])
        let page = await Self.commandLine(folder).run("fleet", "--list", list, "--report", "html=-")
        #expect(
            page.out.contains("<th scope=\"row\">second <small>1200 users</small> <small>not supported</small></th>"))
    }

    /// A lenient model is at risk but does not certainly break.
    @Test func reportsValuesThatAModelMayAccept() async throws {
        let folder = try Self.folder()
        let text = try folder.text(of: "1.2/tarot-cards/contract.json")
        try folder.write(
            text.replacingOccurrences(of: #""bridging": "deny""#, with: #""strictness": "lenient""#),
            to: "1.2/tarot-cards/contract.json")
        let output = await Self.commandLine(folder).run("fleet", folder.url.appendingPathComponent("1.2").path)
        #expect(output.code == .success, "\(output.out)")
        #expect(output.out.contains("at risk: tarot-cards/card"))
        #expect(output.out.contains("computed from the contract: the model may accept it: '/response'"))
    }

    /// Neither a folder that does not exist nor an empty one shows that a version holds.
    @Test func doesNotPassWithoutRecordings() async throws {
        let folder = try Self.folder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("Empty"), withIntermediateDirectories: true)
        for (name, text) in [("Gone", "there is no '"), ("Empty", "1 version, not compared")] {
            let line = CommandLine(
                contracts: folder.url.appendingPathComponent("1.0"),
                recordings: folder.url.appendingPathComponent(name), folder: folder)
            let output = await line.run("fleet", folder.url.appendingPathComponent("1.0").path)
            #expect(output.code == .notEvaluated && (output.out + output.err).contains(text), "\(output)")
        }
    }

    /// A record that the model refuses outweighs an earlier one that it may accept.
    @Test func reportsTheRefusalOfALaterRecord() async throws {
        let folder = try Self.folder()
        let text = try folder.text(of: "1.0/tarot-cards/contract.json")
        try folder.write(
            text.replacingOccurrences(
                of: #""title": { "type": "string" }"#, with: #""title": { "type": "string", "maxLength": 3 }"#
            ).replacingOccurrences(of: #""bridging": "deny""#, with: #""strictness": "shape""#),
            to: "1.0/tarot-cards/contract.json")
        try folder.copy(Self.repository.appendingPathComponent("Recordings"), to: "Recordings")
        let last = "Recordings/tarot-cards/card.the last.har"
        let recorded = try folder.text(of: last)
        try #require(recorded.contains(#"\"title\":\"The Blank Card\""#))
        try folder.write(
            recorded.replacingOccurrences(of: #"\"title\":\"The Blank Card\""#, with: #"\"title\":1"#), to: last)
        let line = CommandLine(
            contracts: folder.url.appendingPathComponent("1.0"),
            recordings: folder.url.appendingPathComponent("Recordings"), folder: folder)
        let output = await line.run("fleet", folder.url.appendingPathComponent("1.0").path)
        #expect(output.code == .findings, "\(output.err)")
        #expect(
            output.out.contains("computed from the contract: the model refuses the record '/response'"),
            "\(output.out)")
    }

    @Test func comparesVersionsWithADocument() async throws {
        let folder = try Self.folder()
        try folder.write(
            """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
             "servers": [{"url": "http://martyav.site.swiftengine.net"}],
             "paths": {"/tarot-deck.ssp": {"get": {
               "parameters": [{"name": "card", "in": "query", "schema": {"type": "integer"}}],
               "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
                 "type": "object", "required": ["response"], "properties": {"response": {
                   "type": "object", "required": ["title", "image"], "properties": {
                     "title": {"type": "string", "minLength": 1},
                     "image": {"type": "string", "format": "uri"},
                     "description": {"type": "string"}}}}}}}}}}}}}
            """, to: "openapi.json")
        let output = await Self.commandLine(folder).run(
            "fleet", folder.url.appendingPathComponent("1.0").path, "--against",
            folder.url.appendingPathComponent("openapi.json").path)
        #expect(output.code == .findings, "\(output.err)")
        #expect(output.out.contains("1 of 1 version breaks, 1 of them supported"))
        #expect(!output.out.contains("representatives"))
    }

    @Test func readsEnvironments() async throws {
        let folder = try Self.folder()
        try folder.write(
            """
            {"environments": [{"name": "today", "recordings": "\(Self.repository.path)/Recordings"},
                              {"name": "cards only", "recordings": "\(Self.repository.path)/Recordings",
                               "services": ["tarot-cards"]}]}
            """, to: "1.0/environments.json")
        let output = await Self.commandLine(folder).run(
            "fleet", folder.url.appendingPathComponent("1.1").path, "--environments",
            folder.url.appendingPathComponent("1.0/environments.json").path)
        #expect(output.code == .findings)
        for line in ["cards only tarot-cards: card", "today representatives: representatives"] {
            #expect(output.out.contains(line), "\(output.out)")
        }
    }

    // MARK: - git

    /// Returns a repository with a tag for each of some releases and one that predates the contracts.
    private static func repositoryWithTags() throws -> TemporaryFolder {
        let folder = try Self.folder()
        func git(_ words: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com"] + words
            process.currentDirectoryURL = folder.url
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "git \(words)")
        }
        try git("init", "-q", "-b", "main")
        try git("commit", "-q", "--allow-empty", "-m", "nothing")
        try git("tag", "v0.1")
        for name in ["1.0", "1.1", "1.3"] {
            for service in ["tarot-cards", "representatives"] {
                let text = try folder.text(of: "\(name)/\(service)/contract.json")
                try folder.write(text, to: "app/Contracts/\(service)/contract.json")
            }
            try git("add", "app")
            try git("commit", "-q", "--allow-empty", "-m", name)
            try git("tag", "-a", "-m", name, "v\(name)")
        }
        return folder
    }

    private static func line(of folder: TemporaryFolder) -> CommandLine {
        CommandLine(
            contracts: folder.url.appendingPathComponent("app/Contracts"),
            recordings: repository.appendingPathComponent("Recordings"), folder: folder)
    }

    @Test func readsTagsWithoutACheckout() async throws {
        let folder = try Self.repositoryWithTags()
        let output = await Self.line(of: folder).run("fleet", "--versions", "v*", "--supported", "v1.3")
        #expect(output.code == .success, "\(output.out)")
        #expect(output.err.hasPrefix("contracts: v0.1 has no contracts\n"))
        let rows = output.out.split(separator: "\n").filter { $0.hasPrefix("v") && !$0.hasPrefix("version") }
        #expect(
            rows.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
                "v0.1 · ·", "v1.0 ✓ ✓", "v1.1 ✓ ✗", "v1.3 ✓ ✓",
            ])
        #expect(output.out.contains("v1.1:app/Contracts/tarot-cards/contract.json:"))
        let strict = await Self.line(of: folder).run("fleet", "v1.1")
        #expect(strict.code == .findings)
    }

    @Test func rejectsInvalidArgumentsAndLists() async throws {
        let folder = try Self.repositoryWithTags()
        let line = Self.line(of: folder)
        for (words, code, message) in [
            (["fleet"], ExitCode.usage, "name versions: tags or folders"),
            (["fleet", "--versions", "w*"], .usage, "no tag matches 'w*'"),
            (["fleet", "--versions", "w1*"], .usage, "no tag matches 'w1*'; valid: v0.1, v1.0"),
            (
                ["fleet", "v1.0", "--supported", "v2.0"], .usage, "no version matches 'v2.0'; did you mean 'v1.0'?"
            ),
            (
                ["fleet", "v1.0", "--supported", "v1.*", "--supported", "x*"], .usage,
                "no version matches 'x*'; valid: v1.0"
            ),
            (["fleet", "v1.o"], .usage, "there is no tag and no folder 'v1.o'; did you mean 'v1.0'?"),
            (["fleet", "v0.1"], .usage, "nothing was compared"),
            (["fleet", "--list", "none.json"], .usage, "none.json: error: cannot read it: "),
            (["fleet", "v1.0", "--against", "none.json"], .notEvaluated, "'none.json' cannot be read"),
        ] {
            let output = await line.run(words)
            #expect(output.code == code, "\(words)")
            #expect(output.err.contains(message), "\(words): \(output.err)")
        }
        try folder.write(#"{"versions": [{"version": "1", "user": 3}]}"#, to: "list.json")
        let misspelt = await line.run("fleet", "--list", folder.url.appendingPathComponent("list.json").path)
        #expect(misspelt.err.contains("unknown key 'user'; did you mean 'users'?"))
        #expect(misspelt.err.contains("list.json:1:32"))
    }

    /// Unknown keys are reported, and the readable part of the contract is compared.
    @Test func comparesContractsWithUnknownKeys() async throws {
        let folder = try Self.folder()
        let text = try folder.text(of: "1.1/tarot-cards/contract.json")
        try folder.write(
            text.replacingOccurrences(
                of: #""service": "tarot-cards","#, with: #""service": "tarot-cards", "format": 0,"#),
            to: "1.1/tarot-cards/contract.json")
        let output = await Self.commandLine(folder).run("fleet", folder.url.appendingPathComponent("1.1").path)
        #expect(output.code == .findings)
        #expect(output.err.contains("unknown key 'format'"))
        #expect(output.out.contains("breaks: tarot-cards/card"))
    }
}
