import Foundation

/// Waits for files to change by looking at them at a modest interval.
///
/// Polling sees changes that notifications miss or report in many ways: files that an editor replaces by rename, new
/// and deleted folders, folders of a container or a network.
struct FileWatcher: Sendable {
    static let interval = Duration.milliseconds(300)
    /// The time without changes after which a save of several files is one change.
    static let quiet = Duration.milliseconds(100)
    /// After so many looks a change is reported though it goes on.
    static let patience = 30

    private let look: @Sendable () -> FileSnapshot
    private let pause: @Sendable (Duration) async throws -> Void
    private var last: FileSnapshot

    /// Begins to watch: what changes from here on is reported.
    init(look: @escaping @Sendable () -> FileSnapshot, pause: @escaping @Sendable (Duration) async throws -> Void) {
        self.look = look
        self.pause = pause
        last = look()
    }

    /// Waits for a change, and for its end; gives the paths of the files that are new, changed or gone.
    mutating func next() async throws -> Set<String> {
        while true {
            try await pause(Self.interval)
            var now = look()
            if now == last { continue }
            for _ in 0..<Self.patience {
                try await pause(Self.quiet)
                let later = look()
                if later == now { break }
                now = later
            }
            // A change that was undone is no change.
            let changes = now.changes(since: last)
            last = now
            if !changes.isEmpty { return changes }
        }
    }
}

struct FileSnapshot: Sendable, Hashable {
    /// The identity of a file's content. An editor that replaces a file by rename gives it another number.
    struct Stamp: Sendable, Hashable {
        let size: Int
        let modified: Date
        let number: Int
    }

    let files: [String: Stamp]

    /// The paths of files that are new, changed or gone.
    func changes(since old: FileSnapshot) -> Set<String> {
        Set(files.keys).union(old.files.keys).filter { files[$0] != old.files[$0] }
    }
}

/// The contracts, recordings and executable of a command line.
struct WatchedFiles: Sendable {
    /// A folder with more is not one of contracts; what is behind it is not looked at.
    private static let maximumEntries = 100_000

    let contracts: URL
    let recordings: URL
    /// The executable that holds the code under test: a build replaces it.
    let executable: URL?

    /// Looks at all files. What is gone or cannot be read is not in it.
    func snapshot() -> FileSnapshot {
        var files: [String: FileSnapshot.Stamp] = [:]
        for (folder, ending) in [(contracts, ".json"), (recordings, ".har")] {
            for path in Self.files(below: folder, ending: ending) { files[path] = Self.stamp(of: path) }
        }
        if let path = executable?.path { files[path] = Self.stamp(of: path) }
        return FileSnapshot(files: files)
    }

    private static func files(below folder: URL, ending: String) -> [String] {
        // The folder of a service may be a link, which an enumerator does not follow.
        let services: [String]
        do { services = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch { return [] }
        return services.filter { !$0.hasPrefix(".") }.flatMap { service -> [String] in
            let url = folder.appendingPathComponent(service)
            let target = url.resolvingSymlinksInPath().path
            guard let entries = FileManager.default.enumerator(atPath: target) else { return [] }
            return entries.lazy.prefix(maximumEntries).compactMap { $0 as? String }.filter { name in
                name.hasSuffix(ending) && !name.split(separator: "/").contains { $0.hasPrefix(".") }
            }.map { "\(url.path)/\($0)" }
        }
    }

    private static func stamp(of path: String) -> FileSnapshot.Stamp? {
        do {
            let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            guard let size = attributes[.size] as? Int, let modified = attributes[.modificationDate] as? Date else {
                return nil
            }
            return FileSnapshot.Stamp(
                size: size, modified: modified, number: attributes[.systemFileNumber] as? Int ?? 0)
        } catch {
            return nil  // It went away since its folder was listed.
        }
    }

    /// The scope that changed files affect.
    func touched(by paths: Set<String>) -> WatchScope {
        // While it is being built it is gone, and there is nothing to run.
        if let path = executable?.path, paths.contains(path), FileManager.default.fileExists(atPath: path) {
            return .everything
        }
        let services = paths.compactMap { path in
            [contracts, recordings].lazy.compactMap { folder -> String? in
                guard path.hasPrefix(folder.path + "/") else { return nil }
                let names = path.dropFirst(folder.path.count + 1).split(separator: "/")
                // Files beside the folders of services, such as the schema for editors, belong to none.
                return names.count > 1 ? String(names[0]) : nil
            }.first
        }
        return .services(Set(services))
    }
}

enum WatchScope: Sendable, Hashable {
    case everything
    case services(Set<String>)

    var isEmpty: Bool { self == .services([]) }

    func union(_ other: WatchScope) -> WatchScope {
        switch (self, other) {
        case (.everything, _), (_, .everything): .everything
        case (.services(let one), .services(let other)): .services(one.union(other))
        }
    }
}
