import Foundation
import HTTPRecording
import JSONSchema

/// Hands the signals of this process to its watches; from the first moment on none is lost.
///
/// A source of dispatch takes a signal only once it is registered, some time after it was resumed, and one that comes
/// before that is ignored for ever. Here a handler writes the number to a pipe, which a thread reads.
struct SignalWatch: Sendable {
    private struct Watch {
        let numbers: [Int32]
        let handle: @Sendable (Int32) -> Void
    }

    /// The watches, and the numbers that any of them ever asked for.
    private static let watches = Locked<[UUID: Watch]>([:])
    private static let taken = Locked<Set<Int32>>([])
    /// The process groups of children, each with what takes the signals that it sends to this process.
    private static let children = Locked<[pid_t: @Sendable (Int32) -> Void]>([:])
    /// The pipe; negative where there is none to be had.
    private static let ends: (read: Int32, write: Int32) = {
        let ends: (read: Int32, write: Int32)
        do { ends = try Descriptors.pipe() } catch { return (-1, -1) }
        Thread.detachNewThread {
            // The parent may have blocked all signals: one thread at least takes them.
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

    /// The handler writes a signal to the pipe as two words: its number, and the process that sent it.
    private static let wordSize = MemoryLayout<Int32>.size

    private static func take(_ number: Int32, from sender: pid_t) {
        let group = getpgid(sender)
        if let notify = children.withLock({ $0[sender] ?? $0[group] }) { return notify(number) }
        let handlers = watches.withLock { $0.values.filter { $0.numbers.contains(number) }.map(\.handle) }
        for handle in handlers { handle(number) }
        if handlers.isEmpty, !taken.withLock({ $0.contains(number) }) { end(by: number) }
    }

    /// Ends this process as a signal does that nobody watches for.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        // To the whole process: this thread may block signals, and one that it raised would wait for ever.
        kill(getpid(), number)
        while true { pause() }
    }

    /// From here on signals that a child sends to this process are reported, and do nothing else.
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
            // Only what is safe in a handler, and nothing that the interrupted code could notice.
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

    /// From here on these signals no longer end the process.
    init(_ numbers: [Int32], _ handle: @escaping @Sendable (Int32) -> Void) {
        // The pipe exists before the first signal: the handler must make nothing. Without one signals do what they did.
        guard Self.ends.write >= 0 else { return }
        Self.watches.withLock { $0[identifier] = Watch(numbers: numbers, handle: handle) }
        Self.taken.withLock { $0.formUnion(numbers) }
        for number in numbers { Self.install(number) }
    }

    /// Hands over no more; the signals still do not end the process.
    func cancel() { Self.watches.withLock { _ = $0.removeValue(forKey: identifier) } }
}

/// Waits for SIGINT or SIGTERM, so that a server can end cleanly.
struct Interruption {
    private let signals: AsyncStream<Void>
    private let watch: SignalWatch

    /// From here on both signals no longer end the process.
    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        watch = SignalWatch([SIGINT, SIGTERM]) { _ in continuation.yield() }
    }

    func wait() async {
        for await _ in signals { break }
        watch.cancel()
    }
}

/// Cleans up where a signal ends the process, which then ends as the signal has it.
struct SignalCleanUp {
    private let watch: SignalWatch

    init(_ cleanUp: @escaping @Sendable () -> Void) {
        watch = SignalWatch([SIGINT, SIGTERM, SIGHUP]) { number in
            cleanUp()
            SignalWatch.end(by: number)
        }
    }

    /// Takes away what a run that records has laid beside the recordings, where a signal ends it.
    static func ofRecordings(_ terminal: Terminal) -> SignalCleanUp? {
        terminal.isProcess ? SignalCleanUp { RecordingTransaction.abandonAll() } : nil
    }

    /// Nothing is left to clean up: what the command still does, such as printing, comes to its end.
    func cancel() { watch.cancel() }
}
