import ContractFormat

/// Runs everything once, and then again and again what a changed file touches.
struct WatchLoop: Sendable {
    let files: WatchedFiles
    /// Runs the checks of a scope; `nil` where the run was ended before it came to its end.
    let run: @Sendable (WatchScope) async throws -> ExitCode?
    /// Tells that a run begins, with the files that changed, and that it is over.
    let began: @Sendable (WatchScope, Set<String>) -> Void
    let ended: @Sendable () -> Void

    /// Goes on until its task is cancelled.
    ///
    /// - Parameter last: takes the code of each run that came to its end.
    func follow(_ watcher: FileWatcher, last: (ExitCode) -> Void) async throws {
        var watcher = watcher
        var scope = WatchScope.everything
        var paths: Set<String> = []
        while true {
            began(scope, paths)
            let code = try await run(scope)
            if let code { last(code) }
            try Task.checkCancellation()
            ended()
            // With a fault in a contract nothing was run: what was to be run still is.
            let isOpen = code == nil || code == .usage
            var next = WatchScope.services([])
            while next.isEmpty {
                paths = try await watcher.next()
                next = files.touched(by: paths)
            }
            scope = isOpen ? scope.union(next) : next
        }
    }
}
