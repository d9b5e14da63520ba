import Foundation

/// A git checkout, found by looking for `.git` alone. git also accepts a folder with `HEAD`, `objects` and `refs` as a
/// repository, and a pull request can commit those. It cannot commit a `.git` of any case: git refuses the path.
struct Checkout: Sendable {
    let root: URL
    /// The repository: `.git`, or the folder that a file of that name points to.
    let repository: URL

    /// Finds the nearest checkout around a folder, which need not exist. A pull request can add a submodule, whose
    /// branches are untrusted. A submodule therefore counts only if the command was run inside it; otherwise the
    /// surrounding checkout is used.
    init?(
        around folder: URL,
        from directory: URL = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
    ) {
        var outermost: Checkout?
        // Do not resolve links: a pull request controls where a link of the checkout leads.
        let folder = folder.standardizedFileURL
        for ancestor in sequence(first: folder, next: { $0.path == "/" ? nil : $0.deletingLastPathComponent() }) {
            guard let (repository, isSubmodule) = Self.repository(in: ancestor) else { continue }
            let found = Checkout(root: ancestor, repository: repository)
            outermost = found
            if !isSubmodule || found.path(of: directory) != nil { break }
        }
        guard let outermost else { return nil }
        self = outermost
    }

    private init(root: URL, repository: URL) { (self.root, self.repository) = (root, repository) }

    /// Returns the path of a folder relative to the root, or `nil` outside the root. Does not resolve links.
    func path(of folder: URL) -> String? {
        let (root, path) = (root.pathComponents, folder.standardizedFileURL.pathComponents)
        return path.starts(with: root) ? path.dropFirst(root.count).joined(separator: "/") : nil
    }

    /// Whether a file is in the checkout after links are resolved.
    func holds(_ path: String) -> Bool {
        let root = root.resolvingSymlinksInPath().pathComponents
        return URL(fileURLWithPath: path).resolvingSymlinksInPath().pathComponents.starts(with: root)
    }

    private static func repository(in folder: URL) -> (URL, isSubmodule: Bool)? {
        let entry = folder.appendingPathComponent(".git")
        if ProjectFolder.isFolder(entry.path) { return isRepository(entry) ? (entry, false) : nil }
        // "gitdir: PATH" points to the repository of a linked worktree or of a submodule.
        guard let bytes = FileManager.default.contents(atPath: entry.path) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard text.hasPrefix("gitdir: ") else { return nil }
        let repository = URL(fileURLWithPath: String(text.dropFirst("gitdir: ".count)), relativeTo: folder)
            .standardizedFileURL
        return isRepository(repository) ? (repository, !has("commondir", repository)) : nil
    }

    private static func isRepository(_ folder: URL) -> Bool { has("HEAD", folder) }

    private static func has(_ name: String, _ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }
}
