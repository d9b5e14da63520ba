import ContractFormat
import Foundation

/// Waits for files to change by polling. Polling also sees changes that notifications miss or report inconsistently:
/// files replaced by rename, new and deleted folders, and folders of a container or a network.
struct FileWatcher: Sendable {
    static let interval = Duration.milliseconds(300)
    /// The time without changes after which several writes count as one change.
    static let quiet = Duration.milliseconds(100)
    /// The number of looks after which an ongoing change is reported.
    static let patience = 30

    private let look: @Sendable () -> FileSnapshot
    private let pause: @Sendable (Duration) async throws -> Void
    private var last: FileSnapshot

    init(look: @escaping @Sendable () -> FileSnapshot, pause: @escaping @Sendable (Duration) async throws -> Void) {
        (self.look, self.pause) = (look, pause)
        last = look()
    }

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
            let changes = now.changes(since: last)
            last = now
            if !changes.isEmpty { return changes }
        }
    }
}

struct FileSnapshot: Sendable, Hashable {
    /// The identity of a file's content; a replacement by rename changes the file number.
    struct Stamp: Sendable, Hashable {
        let size: Int
        let modified: Date
        let number: Int
    }

    let files: [String: Stamp]

    func changes(since old: FileSnapshot) -> Set<String> {
        Set(files.keys).union(old.files.keys).filter { files[$0] != old.files[$0] }
    }
}

struct WatchedFiles: Sendable {
    /// The number of entries to scan, in case the folder is not one of contracts.
    private static let maximumEntries = 100_000

    let contracts: URL
    let recordings: URL
    let executable: URL?

    private var accepted: String { contracts.appendingPathComponent(AcceptedFindings.fileName).path }

    func snapshot() -> FileSnapshot {
        var files: [String: FileSnapshot.Stamp] = [:]
        for (folder, ending) in [(contracts, ".json"), (recordings, ".har")] {
            for path in Self.files(below: folder, ending: ending) { files[path] = Self.stamp(of: path) }
        }
        for path in [accepted, executable?.path].compactMap(\.self) { files[path] = Self.stamp(of: path) }
        return FileSnapshot(files: files)
    }

    private static func files(below folder: URL, ending: String) -> [String] {
        // A service folder may be a link, which an enumerator does not follow.
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
            return nil  // The file was removed after its folder was listed.
        }
    }

    func touched(by paths: Set<String>) -> WatchScope {
        if paths.contains(accepted) { return .everything }
        // A build removes the executable at first; wait until it exists again.
        if let path = executable?.path, paths.contains(path), FileManager.default.fileExists(atPath: path) {
            return .everything
        }
        let services = paths.compactMap { path in
            [contracts, recordings].lazy.compactMap { folder -> String? in
                guard path.hasPrefix(folder.path + "/") else { return nil }
                let names = path.dropFirst(folder.path.count + 1).split(separator: "/")
                // Files outside service folders, such as the editor schema, belong to no service.
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
