import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// The programs that the sources start, and the environment and configuration of each.
struct ChildProgramTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

    /// Returns the source files in which a pattern occurs, each with the matches of its first group.
    private static func occurrences(of pattern: String) throws -> [String: Set<String>] {
        let expression = try NSRegularExpression(pattern: pattern)
        var found: [String: Set<String>] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                guard let range = Range(match.range(at: 1), in: text) else { continue }
                found[path, default: []].insert(String(text[range]))
            }
        }
        return found
    }

    @Test func startsProcessesInOnePlace() throws {
        let names = #"Process(?:\.\w+)?|NSTask|posix_spawnp?|execl[ep]?|execvp?e?|fexecve|v?fork|system|popen"#
        // Excludes enum cases and functions of this package.
        let calls = #"(?<![.\w])(?<!case )(?<!func )(?:(?:Foundation|Glibc|Darwin|Musl)\.)?(\#(names))\("#
        #expect(
            try Self.occurrences(of: calls) == [
                "ContractCommand/Processes/ChildProcess.swift": ["posix_spawn"],
                // SwiftPM runs the product that it has just built.
                "ContractsPlugin/ContractsPlugin.swift": ["Process"],
            ])
    }

    @Test func startsEachProgramInOneFile() throws {
        #expect(
            try Self.occurrences(of: #"\bChildProgram\.([a-z]+)\.(?:launch|found)\("#) == [
                "ContractCommand/Isolation/Worker.swift": ["worker"],
                "ContractCommand/Isolation/NetworkProcess.swift": ["network"],
                "ContractCommand/Watch/VerifyWatch.swift": ["watched"],
                "ContractCommand/Commands/Git.swift": ["git"],
                // Only checks whether the program exists.
                "ContractCommand/Commands/CompareWorkspace.swift": ["git"],
                "ContractCommand/TLS/OpenSSL.swift": ["openssl"],
                "ContractCommand/Health/NotifyCommand.swift": ["sh"],
            ])
        #expect(ChildProgram.allCases.map(\.rawValue) == ["worker", "network", "watched", "git", "openssl", "sh"])
    }

    /// A user's environment, including variables that could mislead a program.
    private static let user = [
        "PATH": "/usr/bin:.:bin::/bin", "HOME": "/home/ada", "TMPDIR": "/tmp", "SECRET": "s", "LD_LIBRARY_PATH": ".",
        "GIT_DIR": "Contracts", "GIT_SSH_COMMAND": "rm", "GIT_ALLOW_PROTOCOL": "ext", "SSL_CERT_FILE": "/ca.pem",
    ]

    @Test(arguments: [
        (ChildProgram.worker, user.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }),
        (.network, user.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }), (.watched, user),
        (
            .git,
            [
                "PATH": "/usr/bin:/bin", "TMPDIR": "/tmp", "LC_ALL": "C", "HOME": "/dev/null",
                "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_ATTR_NOSYSTEM": "1",
                "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_REPLACE_OBJECTS": "1",
                "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_PROTOCOL_FROM_USER": "0",
            ]
        ),
        (.openssl, ["PATH": "/usr/bin:/bin", "HOME": "/home/ada", "SSL_CERT_FILE": "/ca.pem"]),
        (
            .sh,
            user.merging(["PATH": "/usr/bin:/bin"]) { $1 }.filter { $0.key != "LD_LIBRARY_PATH" }
        ),
    ])
    func hasTheExpectedEnvironment(program: ChildProgram, environment: [String: String]) {
        #expect(program.launch(URL(fileURLWithPath: "/x"), Self.user, outside: []).environment == environment)
    }

    @Test func configuresOnlyGit() {
        for program in ChildProgram.allCases where program != .git { #expect(program.configuration == []) }
        #expect(
            ChildProgram.git.configuration.joined(separator: " ") == """
                --no-pager -c safe.bareRepository=explicit -c protocol.allow=never -c core.fsmonitor=false \
                -c core.hooksPath=/dev/null -c core.attributesFile=/dev/null -c core.pager=cat -c core.askPass= \
                -c core.sshCommand=: -c core.gitProxy= -c core.alternateRefsCommand=: -c credential.helper= \
                -c diff.external= -c gpg.program=: -c uploadpack.packObjectsHook=:
                """)
    }

    @Test func findsProgramsOnlyOutsideTheCheckout() throws {
        let folder = try TemporaryFolder()
        try folder.write("ref: refs/heads/main\n", to: "project/.git/HEAD")
        for path in ["project/bin/git", "tools/git", "tools/file"] {
            try folder.write("#!/bin/sh\n", to: path, executable: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("bin"), withDestinationPath: folder.path("project/bin"))
        try folder.write("", to: "links/empty")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("links/git"), withDestinationPath: folder.path("project/bin/git"))
        let checkout = try #require(Checkout(around: folder.url.appendingPathComponent("project")))
        let path = [".", "project/bin", "", "bin", "links", "project", "tools"].map {
            $0.isEmpty || $0 == "." ? $0 : folder.path($0)
        }
        let launch = try #require(
            ChildProgram.git.found(
                in: ["PATH": (path + [folder.path("project/bin")]).joined(separator: ":")], outside: [checkout]))
        #expect(launch.executable.path == folder.path("tools/git"))
        #expect(launch.environment["PATH"] == [folder.path("links"), folder.path("tools")].joined(separator: ":"))
        #expect(ChildProgram.git.found(in: ["PATH": folder.path("links")], outside: [checkout]) == nil)
        #expect(ChildProgram.git.found(in: ["PATH": ".:bin"], outside: []) == nil)
    }
}
