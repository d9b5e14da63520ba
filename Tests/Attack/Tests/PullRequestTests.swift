import Foundation
import NotesFixture
import Testing

@testable import ContractCommand

/// Pull requests that change a contract and add arbitrary files. Commands run no code from them, and report the change.
@Suite(.timeLimit(.minutes(10)))
struct PullRequestTests {
    /// A command that reads git revisions, run at the root of the checkout.
    enum Reading: String, CaseIterable, CustomTestStringConvertible {
        case base, operands, score, fleet

        var testDescription: String { words.joined(separator: " ") }

        var words: [String] {
            switch self {
            case .base: ["compare", "--base", "main"]
            case .operands: ["compare", "main", "Contracts"]
            case .score: ["score", "--base", "main", "--area", "survival", "--report", "markdown=-"]
            case .fleet: ["fleet", "--versions", "v*"]
            }
        }

        /// The outcome without an attack. `main` and `v1` have the contract from before the pull request.
        var honest: Outcome {
            switch self {
            case .base: Outcome(1, "from main to the working tree: 1 breaking, 0 risky, 0 harmless\n")
            case .operands: Outcome(1, "from main to Contracts: 1 breaking, 0 risky, 0 harmless\n")
            case .score: Outcome(0, "## Contracts\n\n1 breaking, 0 risky, 0 harmless\n")
            case .fleet: Outcome(0, "\nv1 ")
            }
        }
    }

    struct Outcome {
        let code: Int32
        let text: String

        init(_ code: Int32, _ text: String) { (self.code, self.text) = (code, text) }
    }

    /// A shell script that adds files and settings. `$RUN` is a command that leaves a mark.
    struct PullRequest: CustomTestStringConvertible {
        let name: String
        let script: String
        var environment: [String: String] = [:]
        /// Returns the outcome if it differs from the one without an attack.
        var outcome: @Sendable (Reading) -> Outcome? = { _ in nil }

        var testDescription: String { name }
    }

    /// Turns `Contracts` into a bare repository whose `main` and `v1` are missing objects that git would fetch.
    private static let bare = """
        git init -q --bare evil
        mv evil/HEAD evil/objects evil/refs Contracts
        rm -r evil
        for name in heads/main tags/v1; do
          echo 1234567890123456789012345678901234567890 > Contracts/refs/$name
        done
        cat > Contracts/config <<END
        [core]
        repositoryformatversion = 1
        bare = false
        worktree = ..
        sshCommand = "$RUN; false"
        fsmonitor = "$RUN; false"
        hooksPath = ../hooks
        pager = "$RUN"
        [extensions]
        partialClone = origin
        [protocol]
        allow = always
        [remote "origin"]
        promisor = true

        """

    /// Commits the changed contract to a repository in `evil`.
    private static let ownMain = """
        git init -q --bare evil
        export GIT_DIR=evil GIT_WORK_TREE=.
        git add Contracts Recordings
        git commit -q -m same
        git branch -f main
        git tag v9
        unset GIT_DIR GIT_WORK_TREE

        """

    private static let isNotFetched =
        "this command does not fetch: in a partial clone, get missing objects with 'git fetch --refetch --no-filter'"

    static let attacks: [PullRequest] = [
        PullRequest(name: "nothing", script: ""),
        PullRequest(name: "core.sshCommand of a bare repository", script: bare + "url = ssh://nowhere.invalid/x\nEND"),
        PullRequest(name: "a command as the remote of a bare repository", script: bare + "url = ext::$RUN\nEND"),
        PullRequest(name: "a helper as the remote of a bare repository", script: bare + "url = $RUN\nvcs = ext\nEND"),
        PullRequest(
            name: "a main of its own in a bare repository",
            script: ownMain + """
                mv evil/HEAD evil/objects evil/refs Contracts
                printf '[core]\\nrepositoryformatversion = 0\\nbare = false\\nworktree = ..\\n' > Contracts/config
                """),
        PullRequest(
            name: "a main of its own in a submodule",
            script: ownMain + """
                mkdir -p .git/modules
                mv evil .git/modules/evil
                echo 'gitdir: ../.git/modules/evil' > Contracts/.git
                """),
        PullRequest(
            name: "a link instead of the folder",
            script: """
                mkdir other
                mv Contracts other
                ln -s other/Contracts Contracts
                """),
        PullRequest(
            name: "a folder called main",
            script: "mkdir main && cp -r Contracts/notes main",
            outcome: {
                guard $0 == .operands else { return nil }
                return Outcome(2, "'main' is both a folder and a git revision: write './main' for the folder")
            }),
        // A fetch of a fork also fetches its tags.
        PullRequest(
            name: "a tag called main",
            script: ownMain + "git fetch -q evil main:fork && git tag main fork && git branch -q -D fork",
            outcome: {
                guard $0 != .fleet else { return nil }
                return Outcome(2, "'main' is ambiguous: use the full name, such as 'refs/heads/main'")
            }),
        PullRequest(
            name: "programs in the checkout",
            script: """
                mkdir bin
                for name in git sh openssl ssh; do
                  printf '#!/bin/sh\\n%s\\n' "$RUN" > $name
                  chmod +x $name
                  cp $name bin
                done
                ln -s "$PWD/bin" "$OUTSIDE"
                """, environment: ["PATH": ".::bin:$FOLDER/bin:$OUTSIDE:/usr/bin:/bin"]),
        PullRequest(
            name: "settings of the user's repository",
            script: """
                printf '* filter=x diff=x\\n' > .gitattributes
                for setting in core.fsmonitor core.sshCommand core.pager pager.cat-file pager.ls-tree diff.external \\
                  diff.x.textconv diff.x.command filter.x.smudge filter.x.clean filter.x.process alias.cat-file \\
                  alias.ls-tree core.alternateRefsCommand credential.helper core.askPass core.editor gpg.program; do
                  git config $setting "$RUN; false"
                done
                for hook in post-checkout post-index-change reference-transaction pre-auto-gc fsmonitor-watchman; do
                  printf '#!/bin/sh\\n%s\\n' "$RUN" > .git/hooks/$hook
                  chmod +x .git/hooks/$hook
                done
                """),
        PullRequest(
            name: "variables of git",
            script: "",
            environment: [
                "GIT_DIR": "$FOLDER/Contracts", "GIT_SSH_COMMAND": "$RUN", "GIT_EXTERNAL_DIFF": "$RUN",
                "GIT_PAGER": "$RUN", "GIT_ALLOW_PROTOCOL": "ext", "GIT_CONFIG_COUNT": "1",
                "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": "$RUN", "GIT_EXEC_PATH": "$FOLDER",
                "GIT_TRACE2_EVENT": "$FOLDER/MARK",
            ]),
        // A fetch of missing objects is the only way in which git runs a program here.
        PullRequest(
            name: "objects that a remote has",
            script: """
                object=$(git rev-parse main:Contracts/notes/contract.json)
                rm -f .git/objects/$(echo $object | cut -c1-2)/$(echo $object | cut -c3-)
                git config core.repositoryformatversion 1
                git config extensions.partialClone origin
                git config protocol.allow always
                git config remote.origin.promisor true
                git config remote.origin.url "ext::$RUN"
                """, outcome: { _ in Outcome(3, isNotFetched) }),
    ]

    @Test(arguments: attacks, Reading.allCases)
    func runsNoForeignCodeAndReportsTheChange(attack: PullRequest, reading: Reading) async throws {
        let (folder, outside) = (try NotesFolder(), try NotesFolder())
        let (mark, link) = (folder.url.appendingPathComponent("MARK"), outside.url.appendingPathComponent("bin"))
        let known = [
            // The path has no space, because git's remote helper would split the command there.
            "RUN": "\(try Self.command(leaving: mark, in: outside))", "FOLDER": folder.url.path, "OUTSIDE": link.path,
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.com",
        ]
        func prepare(_ script: String) async throws {
            let run = try await Attack.script("set -eu; cd \"$FOLDER\"\n\(script)", [], in: folder.url, known)
            try #require(run.end == .exit(0), "\(run)")
        }
        try await prepare(
            "git init -q -b main; git add Contracts Recordings; git commit -q -m honest; git tag v1")
        try folder.replace(#""required": ["notes"],"#, with: "", in: "Contracts/notes/contract.json")
        try await prepare(attack.script)
        try? FileManager.default.removeItem(at: mark)  // The setup's own git may run `$RUN`.
        let environment = attack.environment.mapValues { value in
            known.reduce(value) { $0.replacingOccurrences(of: "$\($1.key)", with: $1.value) }
        }
        let run = try await Attack.run(
            reading.words, in: folder.url, environment, within: 90, typedThere: true)
        let outcome = attack.outcome(reading) ?? reading.honest
        #expect(!FileManager.default.fileExists(atPath: mark.path), "\(run)")
        #expect(run.end == .exit(outcome.code), "\(run)")
        #expect("\(run.text)\n\(run.errors)".contains(outcome.text), "\(run)")
    }

    /// Writes a program outside the checkout that creates the file `mark`, and returns its path.
    private static func command(leaving mark: URL, in folder: NotesFolder) throws -> String {
        try folder.write("#!/bin/sh\necho > '\(mark.path)'\n", to: "run")
        let path = folder.url.appendingPathComponent("run").path
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }
}
