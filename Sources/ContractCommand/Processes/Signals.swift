import Foundation
import HTTPRecording
import JSONSchema

/// Passes the signals of this process to its watches without losing any.
///
/// A dispatch source takes effect some time after `resume`, and signals before that are lost. A handler therefore
/// writes the signal number to a pipe, which a thread reads.
struct SignalWatch: Sendable {
    /// The watches, and every number that one of them ever asked for.
    private static let watches = Locked<[UUID: (numbers: [Int32], handle: @Sendable (Int32) -> Void)]>([:])
    private static let taken = Locked<Set<Int32>>([])
    /// The handlers of signals sent by children, by process group.
    private static let children = Locked<[pid_t: @Sendable (Int32) -> Void]>([:])
    /// The pipe; negative descriptors if it could not be created.
    private static let ends: (read: Int32, write: Int32) = {
        let ends: (read: Int32, write: Int32)
        do { ends = try Descriptors.pipe() } catch { return (-1, -1) }
        Thread.detachNewThread {
            // The parent may have blocked all signals: unblock them in this thread.
            var all = sigset_t()
            sigemptyset(&all)
            pthread_sigmask(SIG_SETMASK, &all, nil)
            var bytes: [UInt8] = []
            while true {
                bytes += Descriptors.read(ends.read)
                while bytes.count >= wordSize * 2 {
                    let words = bytes.withUnsafeBytes { bytes in
                        [0, wordSize].map { bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self) }
                    }
                    take(words[0], from: words[1])
                    bytes.removeFirst(wordSize * 2)
                }
            }
        }
        return ends
    }()

    /// The size of one word. The handler writes two per signal: its number and the sending process.
    private static let wordSize = MemoryLayout<Int32>.size

    private static func take(_ number: Int32, from sender: pid_t) {
        let group = getpgid(sender)
        if let notify = children.withLock({ $0[sender] ?? $0[group] }) { return notify(number) }
        let handlers = watches.withLock { $0.values.filter { $0.numbers.contains(number) }.map(\.handle) }
        for handle in handlers { handle(number) }
        if handlers.isEmpty, !taken.withLock({ $0.contains(number) }) { end(by: number) }
    }

    /// Makes a write to a closed pipe fail instead of ending the process.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        // Signal the whole process: this thread may block the signal, and `raise` would leave it pending.
        kill(getpid(), number)
        while true { pause() }
    }

    /// Reports signals that a child sends to this process. They have no other effect.
    static func watchChild(_ group: pid_t, _ notify: @escaping @Sendable (Int32) -> Void) {
        guard ends.write >= 0 else { return }
        children.withLock { $0[group] = notify }
        for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2] { install(number) }
    }

    static func forgetChild(_ group: pid_t) { _ = children.withLock { $0.removeValue(forKey: group) } }

    private static func install(_ number: Int32) {
        var action = sigaction()
        let handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
            number, info, _ in
            // Use only async-signal-safe calls, and preserve `errno`.
            let before = errno
            #if canImport(Darwin)
                var words = (number, info?.pointee.si_pid ?? 0)
            #else
                var words = (number, info?.pointee._sifields._kill.si_pid ?? 0)
            #endif
            _ = write(SignalWatch.ends.write, &words, 8)
            errno = before
        }
        #if canImport(Darwin)
            action.__sigaction_u.__sa_sigaction = handler
        #else
            action.__sigaction_handler.sa_sigaction = handler
        #endif
        action.sa_flags = SA_SIGINFO | SA_RESTART
        sigaction(number, &action, nil)
    }

    private let identifier = UUID()

    /// Watches signals, which no longer end the process.
    init(_ numbers: [Int32], _ handle: @escaping @Sendable (Int32) -> Void) {
        // Create the pipe before the first signal, because the handler must not allocate. Without a pipe, signals keep
        // their default actions.
        guard Self.ends.write >= 0 else { return }
        Self.watches.withLock { $0[identifier] = (numbers, handle) }
        Self.taken.withLock { $0.formUnion(numbers) }
        for number in numbers { Self.install(number) }
    }

    /// Stops the watch. The signals still do not end the process.
    func cancel() { Self.watches.withLock { _ = $0.removeValue(forKey: identifier) } }
}

struct Interruption {
    private let signals: AsyncStream<Void>
    private let watch: SignalWatch

    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        watch = SignalWatch([SIGINT, SIGTERM]) { _ in continuation.yield() }
    }

    func wait() async {
        for await _ in signals { break }
        watch.cancel()
    }

    /// Runs work that a signal cancels.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await work() }
        let waiting = Task {
            await wait()
            task.cancel()
        }
        defer { waiting.cancel() }
        do { try await task.value } catch is CancellationError {}
    }
}

/// Cleans up when a signal ends the process, then ends it by that signal.
struct SignalCleanUp {
    private let watch: SignalWatch

    init(_ cleanUp: @escaping @Sendable () -> Void) {
        watch = SignalWatch([SIGINT, SIGTERM, SIGHUP]) { number in
            Terminal.stopOutputOfOtherThreads()
            cleanUp()
            SignalWatch.end(by: number)
        }
    }

    static func ofRecordings(_ terminal: Terminal) -> SignalCleanUp? {
        terminal.ownsProcessStreams ? SignalCleanUp { RecordingTransaction.abandonAll() } : nil
    }

    func cancel() { watch.cancel() }
}
