/// Waits for files to change by looking at them at a modest interval.
///
/// That sees what notifications of file systems miss or tell in many ways: files that an editor replaces by rename, new
/// and deleted folders, folders of a container or a network.
struct FileWatcher: Sendable {
    /// How often the files are looked at: a person does not notice, nor does the machine.
    static let interval = Duration.milliseconds(300)
    /// How long they must stay as they are, so that a save of several files is one change.
    static let quiet = Duration.milliseconds(100)
    /// After so many looks a change is told though it goes on.
    static let patience = 30

    private let look: @Sendable () -> FileSnapshot
    private let pause: @Sendable (Duration) async throws -> Void
    private var last: FileSnapshot

    /// Begins to watch: what changes from here on is told.
    init(look: @escaping @Sendable () -> FileSnapshot, pause: @escaping @Sendable (Duration) async throws -> Void) {
        self.look = look
        self.pause = pause
        last = look()
    }

    /// Waits for a change, and for its end; gives the paths of the files that are new, changed or gone.
    ///
    /// - Throws: what the pause throws, as where the task is cancelled.
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
            // What was changed and changed back is no change.
            let changes = now.changes(since: last)
            last = now
            if !changes.isEmpty { return changes }
        }
    }
}
