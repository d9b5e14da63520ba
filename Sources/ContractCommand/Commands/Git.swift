import Foundation
import HTTPRecording
import JSONSchema

/// The repository around a folder, read by plumbing commands that run no filter and need no working tree.
struct Git {
    private static let maximumFiles = 20_000
    private static let maximumBytes = 256 << 20

    private let checkout: Checkout
    private let launch: ChildProgram.Launch
    private let scratch: URL

    init(around folder: URL, scratch: URL, environment: [String: String]) throws {
        guard let checkout = Checkout(around: folder) else {
            throw CommandError(
                "'\(SourceFile.displayPath(of: folder))' is not in a git repository (there is no '.git' in it or above it); compare folders instead"
            )
        }
        guard let launch = ChildProgram.git.found(in: environment, outside: ChildProgram.checkouts + [checkout]) else {
            throw CommandError(
                "git is not in PATH (folders inside the checkout are ignored), but is required to read revisions; compare folders instead",
                code: .notEvaluated)
        }
        (self.checkout, self.launch, self.scratch) = (checkout, launch, scratch)
    }

    // MARK: - Names

    /// Returns the commit that a revision names, if any.
    ///
    /// - Throws: an error if a branch and a tag of that name differ, because the tag may come from a fetched fork.
    func commit(_ name: String) throws -> String? {
        // Each input line is one query.
        guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return nil }
        let kinds = ["heads", "tags", "remotes"].map { "refs/\($0)/\(name)" }
        let commits = try objects(([name] + kinds).map { "\($0)^{commit}" }, of: "commit")
        let known = zip(kinds, commits.dropFirst()).filter { $1 != nil }
        guard Set(known.map(\.1)).count < 2 else {
            throw CommandError(
                "'\(name)' is ambiguous: use the full name, such as '\(known.map(\.0).joined(separator: "' or '"))'")
        }
        return commits[0]
    }

    private func objects(_ names: [String], of type: String) throws -> [String?] {
        let answer = try run(
            ["cat-file", "--batch-check=%(objectname) %(objecttype)"],
            input: Data(names.map { $0 + "\n" }.joined().utf8))
        let lines = answer.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        guard answer.status == 0, lines.count == names.count else {
            throw failure("git cannot look up the revision", answer)
        }
        return lines.map { $0.count == 2 && $0[1] == type ? $0[0] : nil }
    }

    func hint(for name: String) throws -> String {
        let answer = try run(["for-each-ref", "--count=500", "--format=%(refname:short)"])
        let known = answer.text.split(separator: "\n").map(String.init)
        if let nearest = Suggestion.nearest(to: name, among: known) { return "; did you mean '\(nearest)'?" }
        guard try run(["rev-parse", "--is-shallow-repository"]).line == "true" else { return "" }
        return "; this clone is shallow: fetch the revision first, for example with 'git fetch --depth 1 origin BRANCH'"
    }

    func tags() throws -> [String] {
        let answer = try run(["for-each-ref", "--sort=version:refname", "--format=%(refname:strip=2)", "refs/tags"])
        guard answer.status == 0 else {
            throw CommandError("git cannot list the tags: \(answer.problem)", code: .notEvaluated)
        }
        return answer.text.split(separator: "\n").map(String.init)
    }

    func folders(at path: String, ofTags tags: [String]) throws -> [String?] {
        try objects(tags.map { "refs/tags/\($0):\(path)" }, of: "tree")
    }

    func isAround(_ folder: URL) -> Bool { checkout.path(of: folder) != nil }

    func path(of folder: URL) throws -> String {
        guard let path = checkout.path(of: folder), !path.isEmpty else {
            throw CommandError(
                "'\(SourceFile.displayPath(of: folder))' is the root of the repository; move the contracts into a subfolder"
            )
        }
        return path
    }

    // MARK: - Files

    private struct TreeEntry {
        let type: String
        let object: String
        let size: Int?
        let path: String
        /// Whether the entry is a link or a submodule, whose files are not part of the commit.
        let isLinkOrSubmodule: Bool
    }

    enum TreePlace: Hashable {
        case folder
        case missing
        case linkOrSubmodule(String)
    }

    func place(_ path: String, of commit: String) throws -> TreePlace {
        let names = path.split(separator: "/")
        let paths = names.indices.map { names[...$0].joined(separator: "/") }
        let entries = try list(["-t", "-l", commit, "--"] + paths).filter { paths.contains($0.path) }
        if let entry = entries.first(where: \.isLinkOrSubmodule) { return .linkOrSubmodule(entry.path) }
        return entries.contains { $0.path == path && $0.type == "tree" } ? .folder : .missing
    }

    func extract(_ commit: String, _ paths: [String], to folder: URL) throws {
        let entries = try entries(of: commit, paths)
        let size = entries.reduce(0) { $0 + $1.size }
        guard entries.count <= Self.maximumFiles, size <= Self.maximumBytes else {
            throw CommandError(
                "the revision has \(entries.count) files of \(size >> 20) MiB there; at most \(Self.maximumFiles) of \(Self.maximumBytes >> 20) MiB are read",
                code: .notEvaluated)
        }
        let answer = try run(["cat-file", "--batch"], input: Data(entries.map { $0.object + "\n" }.joined().utf8))
        var rest = answer.out[...]
        for entry in entries {
            // OBJECT SP TYPE SP SIZE LF, the bytes, LF
            guard answer.status == 0, let end = rest.firstIndex(of: UInt8(ascii: "\n")),
                rest[..<end].elementsEqual("\(entry.object) blob \(entry.size)".utf8),
                rest.endIndex - end > entry.size + 1
            else { throw failure("git did not return '\(entry.path)'", answer) }
            let file = folder.appendingPathComponent(entry.path)
            let bytes = rest[(end + 1)..<(end + 1 + entry.size)]
            try PrivateFolder.create {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try bytes.write(to: file)
            }
            rest = rest[(end + 2 + entry.size)...]
        }
    }

    private func entries(of commit: String, _ paths: [String]) throws -> [(object: String, size: Int, path: String)] {
        try list(["-r", "-l", commit, "--"] + paths).compactMap { entry in
            // A link may replace a whole folder of contracts.
            guard !entry.isLinkOrSubmodule else {
                throw CommandError(
                    "'\(entry.path)' is not a regular file in the revision (a link or a submodule?)",
                    code: .notEvaluated)
            }
            guard ([".har"] + Recording.bodySuffixes).contains(where: entry.path.hasSuffix) else { return nil }
            // git prints BAD as the size of a missing object.
            guard let size = entry.size else { throw failure("git did not return '\(entry.path)'", nil) }
            let names = entry.path.split(separator: "/", omittingEmptySubsequences: false)
            guard !names.contains(where: { ["", ".", ".."].contains($0) }) else {
                throw CommandError("'\(entry.path)' is outside the revision", code: .notEvaluated)
            }
            return (entry.object, size, entry.path)
        }
    }

    private func list(_ words: [String]) throws -> [TreeEntry] {
        let answer = try run(["--literal-pathspecs", "ls-tree", "-z", "--full-tree"] + words)
        guard answer.status == 0 else { throw failure("git cannot list the revision", answer) }
        return try answer.out.split(separator: 0).map { line in
            // MODE SP TYPE SP OBJECT SP SIZE TAB PATH
            guard let tab = line.firstIndex(of: UInt8(ascii: "\t")),
                let path = String(bytes: line[line.index(after: tab)...], encoding: .utf8)
            else { throw CommandError("a path of the revision is not UTF-8", code: .notEvaluated) }
            let fields = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ").map(String.init)
            guard fields.count == 4 else { throw failure("git cannot list '\(path)'", answer) }
            return TreeEntry(
                type: fields[1], object: fields[2], size: Int(fields[3]), path: path,
                isLinkOrSubmodule: fields[0] == "120000" || fields[1] == "commit")
        }
    }

    private func failure(_ what: String, _ answer: Answer?) -> CommandError {
        CommandError(
            "\(what): \(answer?.problem ?? "it is not in this clone"); this command does not fetch: in a partial clone, get missing objects with 'git fetch --refetch --no-filter'",
            code: .notEvaluated)
    }

    // MARK: - Running

    private struct Answer {
        let status: Int32
        let out: Data
        let errors: String

        var text: String { String(decoding: out, as: UTF8.self) }
        var line: String { text.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? "" }
        var problem: String {
            errors.split(separator: "\n").first.map { String($0.prefix(300)) } ?? "git exited with code \(status)"
        }
    }

    /// Runs git without a shell. All streams are files, so that no pipe can fill up.
    private func run(_ arguments: [String], input: Data = Data()) throws -> Answer {
        let files = ["in", "out", "errors"].map(scratch.appendingPathComponent)
        try PrivateFolder.create {
            for (file, bytes) in zip(files, [input, Data(), Data()]) { try bytes.write(to: file) }
        }
        let handles = [try FileHandle(forReadingFrom: files[0])] + (try files[1...].map(FileHandle.init(forWritingTo:)))
        let end = try withExtendedLifetime(handles) {
            try ChildProcess(
                launch, ["-C", checkout.root.path, "--git-dir=\(checkout.repository.path)"] + arguments,
                ChildProcess.Streams(
                    input: handles[0].fileDescriptor, output: handles[1].fileDescriptor,
                    errors: handles[2].fileDescriptor)
            ).wait()
        }
        let status: Int32 = if case .exit(let code) = end { code } else { -1 }
        return Answer(
            status: status, out: try Data(contentsOf: files[1]),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }
}
