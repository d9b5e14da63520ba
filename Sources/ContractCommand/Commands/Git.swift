import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The repository around a folder, asked through the `git` of the `PATH`. Nothing of it is changed.
struct Git {
    /// How much of a revision is read: a comparison that needs more is none of contracts.
    private static let maximumFiles = 20_000
    private static let maximumBytes = 256 << 20

    /// The variables that name a repository and its parts.
    private static let localVariables: Set = [
        "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_CEILING_DIRECTORIES",
    ]

    private let executable: URL
    /// The folder that the repository was found from.
    private let folder: URL
    private let scratch: URL
    private let environment: [String: String]
    private var root = ""

    /// Finds git, and the repository that a folder is in; the folder need not exist.
    ///
    /// - Parameter scratch: a private folder for what goes in and out of git.
    init(around folder: URL, scratch: URL, environment: [String: String]) throws {
        let path = environment["PATH"] ?? "/usr/bin:/bin"
        let found = path.split(separator: ":").map { "\($0)/git" }.first(
            where: FileManager.default.isExecutableFile(atPath:))
        guard let found else {
            throw CommandError(
                "git is not in the PATH, and revisions cannot be read without it; compare folders instead",
                code: .notEvaluated)
        }
        executable = URL(fileURLWithPath: found)
        self.folder = Self.existing(folder).folder
        self.scratch = scratch
        // What a hook is told of its repository is not true of the folder; nobody is there to answer a question.
        self.environment = environment.filter { !Self.localVariables.contains($0.key) }.merging(
            ["LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"]
        ) { $1 }
        let answer = try run(["rev-parse", "--show-toplevel"])
        guard answer.status == 0 else {
            throw CommandError(
                "'\(SourceFile.displayPath(of: folder))' is in no git repository (\(answer.problem)); compare folders instead"
            )
        }
        root = answer.line
    }

    // MARK: - Names

    /// The commit that a revision names; `nil` where there is none.
    func commit(_ name: String) throws -> String? {
        // What begins with a dash would be an option.
        guard !name.isEmpty, !name.hasPrefix("-"), !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            return nil
        }
        let answer = try run(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"])
        let commit = answer.line
        guard answer.status == 0, commit.count >= 40, commit.utf8.allSatisfy(Self.isHexadecimal) else { return nil }
        return commit
    }

    /// What may help with a revision that is not there.
    func hint(for name: String) throws -> String {
        let answer = try run(["for-each-ref", "--count=500", "--format=%(refname:short)"])
        let known = answer.text.split(separator: "\n").map(String.init)
        if let nearest = Suggestion.nearest(to: name, among: known) { return "; did you mean '\(nearest)'?" }
        guard try run(["rev-parse", "--is-shallow-repository"]).line == "true" else { return "" }
        return "; this clone is shallow: fetch the revision first, as with 'git fetch --depth 1 origin BRANCH'"
    }

    /// The names of all tags, in the order of the versions in them.
    func tags() throws -> [String] {
        let answer = try run(["for-each-ref", "--sort=version:refname", "--format=%(refname:strip=2)", "refs/tags"])
        guard answer.status == 0 else {
            throw CommandError("git cannot list the tags: \(answer.problem)", code: .notEvaluated)
        }
        return answer.text.split(separator: "\n").map(String.init)
    }

    /// The folder at a path as each tag has it, by its name as an object; `nil` where a tag has none.
    func folders(at path: String, ofTags tags: [String]) throws -> [String?] {
        let input = tags.map { "refs/tags/\($0):\(path)\n" }.joined()
        let answer = try run(
            ["cat-file", "--batch-check=%(objectname) %(objecttype)"], input: Data(input.utf8))
        let lines = answer.text.split(separator: "\n").map(String.init)
        guard answer.status == 0, lines.count == tags.count else {
            throw CommandError("git cannot look into the tags: \(answer.problem)", code: .notEvaluated)
        }
        return lines.map { line in
            let fields = line.split(separator: " ")
            return fields.count == 2 && fields[1] == "tree" ? String(fields[0]) : nil
        }
    }

    /// Whether a folder, which need not exist, belongs to the repository.
    func isInside(_ folder: URL) throws -> Bool {
        let answer = try run(["rev-parse", "--show-toplevel"], in: Self.existing(folder).folder)
        return answer.status == 0 && answer.line == root
    }

    /// The path of a folder, which need not exist, from the root of the repository.
    func path(of folder: URL) throws -> String {
        let (existing, rest) = Self.existing(folder)
        let answer = try run(["rev-parse", "--show-prefix"], in: existing)
        let path = answer.line + rest.joined(separator: "/")
        guard answer.status == 0, !path.isEmpty else {
            throw CommandError(
                "'\(SourceFile.displayPath(of: folder))' is the repository itself; keep contracts in a folder of it")
        }
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The nearest folder upwards that exists, and the names that lead down from it.
    private static func existing(_ folder: URL) -> (folder: URL, rest: [String]) {
        var folder = folder.standardizedFileURL
        var rest: [String] = []
        var isFolder: ObjCBool = false
        while folder.path != "/",
            !FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) || !isFolder.boolValue
        {
            rest.insert(folder.lastPathComponent, at: 0)
            folder.deleteLastPathComponent()
        }
        return (folder, rest)
    }

    // MARK: - Files

    private struct Entry {
        let object: String
        let size: Int
        let path: String
    }

    /// Writes the contracts and recordings that a commit has below the paths into a folder.
    func extract(_ commit: String, _ paths: [String], to folder: URL) throws {
        let entries = try entries(of: commit, paths)
        let size = entries.reduce(0) { $0 + $1.size }
        guard entries.count <= Self.maximumFiles, size <= Self.maximumBytes else {
            throw CommandError(
                "the revision has \(entries.count) files of \(size >> 20) MiB there; at most \(Self.maximumFiles) of \(Self.maximumBytes >> 20) MiB are read",
                code: .notEvaluated)
        }
        let answer = try run(
            ["cat-file", "--batch"], input: Data(entries.map { $0.object + "\n" }.joined().utf8))
        var rest = answer.out[...]
        for entry in entries {
            // OBJECT SP TYPE SP SIZE LF, the bytes, LF
            guard answer.status == 0, let end = rest.firstIndex(of: UInt8(ascii: "\n")),
                rest[..<end].elementsEqual("\(entry.object) blob \(entry.size)".utf8),
                rest.endIndex - end > entry.size + 1
            else { throw CommandError("git does not give '\(entry.path)': \(answer.problem)", code: .notEvaluated) }
            let file = folder.appendingPathComponent(entry.path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try rest[(end + 1)..<(end + 1 + entry.size)].write(to: file)
            rest = rest[(end + 2 + entry.size)...]
        }
    }

    /// The JSON and HAR files below the paths; a path that the commit does not have is empty.
    private func entries(of commit: String, _ paths: [String]) throws -> [Entry] {
        let answer = try run(["--literal-pathspecs", "ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--"] + paths)
        guard answer.status == 0 else {
            throw CommandError("git cannot list the revision: \(answer.problem)", code: .notEvaluated)
        }
        return try answer.out.split(separator: 0).compactMap { line in
            // MODE SP TYPE SP OBJECT SP SIZE TAB PATH
            guard let tab = line.firstIndex(of: UInt8(ascii: "\t")),
                let path = String(bytes: line[line.index(after: tab)...], encoding: .utf8)
            else { throw CommandError("a path of the revision is not UTF-8", code: .notEvaluated) }
            let fields = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ").map(String.init)
            guard ([".har"] + Recording.bodySuffixes).contains(where: path.hasSuffix) else { return nil }
            guard fields.count == 4, fields[1] == "blob", fields[0] != "120000", let size = Int(fields[3]) else {
                throw CommandError("'\(path)' is no plain file in the revision (a link?)", code: .notEvaluated)
            }
            let names = path.split(separator: "/", omittingEmptySubsequences: false)
            guard !names.contains(where: { ["", ".", ".."].contains($0) }) else {
                throw CommandError("'\(path)' leads out of the revision", code: .notEvaluated)
            }
            return Entry(object: fields[2], size: size, path: path)
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }

    // MARK: - Running

    private struct Answer {
        let status: Int32
        let out: Data
        let errors: String

        var text: String { String(decoding: out, as: UTF8.self) }
        /// The first line of the output.
        var line: String { text.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? "" }
        /// The first line of what git says is wrong.
        var problem: String {
            errors.split(separator: "\n").first.map { String($0.prefix(300)) } ?? "git ended with code \(status)"
        }
    }

    /// Runs git without a shell; input and errors go through files, so that no pipe can fill up.
    private func run(_ arguments: [String], in folder: URL? = nil, input: Data = Data()) throws -> Answer {
        let (inFile, errFile) = (scratch.appendingPathComponent("in"), scratch.appendingPathComponent("errors"))
        try input.write(to: inFile)
        try Data().write(to: errFile)
        let process = Process()
        process.executableURL = executable
        process.arguments = ["--no-pager"] + arguments
        process.environment = environment
        process.currentDirectoryURL = folder ?? self.folder
        let out = Pipe()
        process.standardInput = try FileHandle(forReadingFrom: inFile)
        process.standardOutput = out
        process.standardError = try FileHandle(forWritingTo: errFile)
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do { try process.run() } catch {
            throw CommandError("git would not start: \(error.localizedDescription)", code: .notEvaluated)
        }
        let data = try out.fileHandleForReading.readToEnd() ?? Data()
        ended.wait()
        let errors = String(decoding: try Data(contentsOf: errFile), as: UTF8.self)
        return Answer(status: process.terminationStatus, out: data, errors: errors)
    }
}
