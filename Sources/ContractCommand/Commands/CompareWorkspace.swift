import ContractChecking
import ContractComparison
import ContractFormat
import Foundation

final class CompareWorkspace {
    private let suite: ContractSuite
    private let terminal: Terminal
    private var made: PrivateFolder?

    init(_ context: CommandContext) { (suite, terminal) = (context.suite, context.terminal) }

    /// Whether a name refers to a folder instead of a git revision.
    ///
    /// - Throws: an error if it may refer to either, because a pull request may have added the folder.
    func isFolder(_ name: String) throws -> Bool {
        guard FileManager.default.fileExists(atPath: name) else { return false }
        guard !name.hasPrefix("/"), !name.hasPrefix("."), Checkout(around: suite.contracts) != nil,
            ChildProgram.git.found(in: terminal.environment) != nil
        else { return true }
        guard try git().commit(name) == nil else {
            throw CommandError(
                "'\(name)' is both a folder and a git revision: write './\(name)' for the folder, or the full name of the revision, such as 'refs/heads/\(name)' or 'refs/tags/\(name)'"
            )
        }
        return true
    }

    func folderOrRevision(_ name: String) throws -> ContractRevision {
        guard try isFolder(name) else { return try revision(name, orFolder: true) }
        guard ProjectFolder.isFolder(name) else {
            throw CommandError("'\(name)' is a file; expected a folder of contracts or a git revision")
        }
        let url = URL(fileURLWithPath: name, isDirectory: true)
        if Self.hasContracts(url) { return ContractRevision(name: name, contracts: url, recordings: nil) }
        let contracts = url.appendingPathComponent("Contracts", isDirectory: true)
        guard Self.hasContracts(contracts) else {
            throw CommandError("there is no contract in '\(name)': expected SERVICE/contract.json")
        }
        return ContractRevision(
            name: name, contracts: contracts, recordings: url.appendingPathComponent("Recordings", isDirectory: true))
    }

    var workingTree: ContractRevision {
        ContractRevision(name: "the working tree", contracts: suite.contracts, recordings: suite.recordings)
    }

    private static func hasContracts(_ folder: URL) -> Bool {
        do { return try !ContractFile.services(in: folder).isEmpty } catch { return false }
    }

    func revision(_ name: String, orFolder: Bool = false) throws -> ContractRevision {
        let git = try git()
        guard let commit = try git.commit(name) else {
            throw CommandError(
                "there is no \(orFolder ? "folder and no " : "")git revision '\(name)'\(try git.hint(for: name))")
        }
        let tree = try folder().appendingPathComponent("tree-\(UUID().uuidString)", isDirectory: true)
        let contracts = try git.path(of: suite.contracts)
        switch try git.place(contracts, of: commit) {
        case .folder: break
        case .missing:
            terminal.err("contracts: \(name) has no folder '\(contracts)': every contract now counts as new\n")
        case .linkOrSubmodule(let path):
            throw CommandError(
                "'\(path)' is a link or a submodule in \(name), which does not contain the contracts; run the command in the repository that contains them, or compare folders",
                code: .notEvaluated)
        }
        // Recordings outside the repository have no revision.
        var recordings = git.isAround(suite.recordings) ? try git.path(of: suite.recordings) : nil
        if let path = recordings, case .linkOrSubmodule = try git.place(path, of: commit) { recordings = nil }
        try git.extract(commit, [contracts, recordings].compactMap(\.self), to: tree)
        return ContractRevision(
            name: name, contracts: tree.appendingPathComponent(contracts, isDirectory: true),
            recordings: recordings.map { tree.appendingPathComponent($0, isDirectory: true) },
            label: PathLabel(folder: tree, shown: "\(name):"))
    }

    /// Extracts the contracts of each tag. Identical folders are extracted once.
    func contracts(ofTags names: [String]) throws -> [String: ContractRevision] {
        let git = try git()
        let path = try git.path(of: suite.contracts)
        let trees = try git.folders(at: path, ofTags: names)
        var extracted: [String: URL] = [:]
        var contracts: [String: ContractRevision] = [:]
        for (name, tree) in zip(names, trees) {
            guard let tree else { continue }
            let target = try extracted[tree] ?? folder().appendingPathComponent("tree-\(tree)", isDirectory: true)
            if extracted[tree] == nil {
                try PrivateFolder.create {
                    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
                }
                try git.extract(tree, [], to: target)
            }
            extracted[tree] = target
            contracts[name] = ContractRevision(
                name: name, contracts: target, recordings: nil,
                label: PathLabel(folder: target, shown: "\(name):\(path)/"))
        }
        return contracts
    }

    func tags() throws -> [String] { try git().tags() }

    private func git() throws -> Git {
        try Git(around: suite.contracts, scratch: folder(), environment: terminal.environment)
    }

    private func folder() throws -> URL {
        let folder = try made ?? PrivateFolder("compare", terminal)
        made = folder
        return folder.url
    }

    func remove() {
        made?.remove()
        made = nil
    }
}
