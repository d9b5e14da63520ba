import Foundation

/// The programs that the command line starts, each with its environment and configuration. `ChildProcess` takes a
/// `Launch`, which only this type creates. The working directory may come from an untrusted pull request, so no program
/// is looked up there, and contract text never becomes an option.
enum ChildProgram: String, CaseIterable, Sendable {
    case worker
    case network
    /// This executable, restarted by `verify --watch`.
    case watched
    case git
    case openssl
    /// The shell that runs the command line of `health --notify`.
    case sh

    /// The inherited variables; `nil` means all. Search paths lose the folders inside the checkout.
    var inherited: Set<String>? {
        switch self {
        case .worker, .network, .watched, .sh: nil
        // Xcode's git is found by DEVELOPER_DIR.
        case .git: ["PATH", "TMPDIR", "DEVELOPER_DIR"]
        case .openssl:
            ["PATH", "HOME", "SSL_CERT_FILE", "SSL_CERT_DIR", "OPENSSL_CONF", "LD_LIBRARY_PATH", OpenSSL.authorities]
        }
    }

    var variables: [String: String] {
        switch self {
        case .watched, .openssl, .sh: [:]
        // A backtrace takes seconds and says nothing about the contract.
        case .worker, .network: ["SWIFT_BACKTRACE": "enable=no"]
        case .git:
            [
                "LC_ALL": "C", "HOME": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
                "GIT_ATTR_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
                "GIT_NO_REPLACE_OBJECTS": "1",
                // Do not fetch missing objects. git before 2.44 knows only the second variable.
                "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_PROTOCOL_FROM_USER": "0",
            ]
        }
    }

    /// The leading arguments, which override repository settings that name programs.
    var configuration: [String] {
        guard self == .git else { return [] }
        let settings = [
            "safe.bareRepository=explicit", "protocol.allow=never", "core.fsmonitor=false", "core.hooksPath=/dev/null",
            "core.attributesFile=/dev/null", "core.pager=cat", "core.askPass=", "core.sshCommand=:", "core.gitProxy=",
            "core.alternateRefsCommand=:", "credential.helper=", "diff.external=", "gpg.program=:",
            "uploadpack.packObjectsHook=:",
        ]
        return ["--no-pager"] + settings.flatMap { ["-c", $0] }
    }

    struct Launch: Sendable {
        let program: ChildProgram
        let executable: URL
        let environment: [String: String]

        fileprivate init(_ program: ChildProgram, _ executable: URL, _ environment: [String: String]) {
            (self.program, self.executable, self.environment) = (program, executable, environment)
        }
    }

    func launch(
        _ executable: URL, _ environment: [String: String], outside checkouts: [Checkout] = Self.checkouts
    ) -> Launch {
        var passed = environment.filter { inherited?.contains($0.key) ?? true }
        switch self {
        // The code under test runs in the user's own environment.
        case .worker, .network, .watched: break
        case .git, .openssl, .sh:
            for name in ["PATH", "LD_LIBRARY_PATH"] {
                let folders = Self.folders(passed[name] ?? "", outside: checkouts)
                // An empty path would mean the working directory.
                passed[name] = folders.isEmpty ? nil : folders.joined(separator: ":")
            }
        }
        return Launch(self, executable, passed.merging(variables) { $1 })
    }

    /// Looks up the program in `PATH`; `nil` if no folder outside the checkouts contains it.
    func found(in environment: [String: String], outside checkouts: [Checkout] = Self.checkouts) -> Launch? {
        Self.folders(environment["PATH"] ?? "/usr/bin:/bin", outside: checkouts).map { "\($0)/\(rawValue)" }
            .first { path in
                FileManager.default.isExecutableFile(atPath: path) && !checkouts.contains { $0.holds(path) }
            }
            .map { launch(URL(fileURLWithPath: $0), environment, outside: checkouts) }
    }

    static var checkouts: [Checkout] {
        let directory = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        return Checkout(around: directory).map { [$0] } ?? []
    }

    private static func folders(_ path: String, outside checkouts: [Checkout]) -> [String] {
        path.split(separator: ":").map(String.init).filter { folder in
            folder.hasPrefix("/") && !checkouts.contains { $0.holds(folder) }
        }
    }
}
