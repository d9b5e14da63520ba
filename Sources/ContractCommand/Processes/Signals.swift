import Foundation
import HTTPRecording
import JSONSchema

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Hands the signals that this process gets to whoever watches for them; from the first moment on none is lost.
///
/// A source of dispatch takes a signal only once it is registered, some time after it was resumed, and one that comes
/// before that is ignored for ever. Here a handler writes the number to a pipe, which a thread reads.
struct SignalWatch: Sendable {
    private struct Watch {
        let numbers: [Int32]
        let handle: @Sendable (Int32) -> Void
    }

    private static let watches = Locked<[UUID: Watch]>([:])
    /// The pipe; negative where there is none to be had.
    private static let ends: (read: Int32, write: Int32) = {
        let ends: (read: Int32, write: Int32)
        do { ends = try Descriptors.pipe() } catch { return (-1, -1) }
        Thread.detachNewThread {
            // Whoever started this process may have had all signals blocked: one thread at least takes them.
            var all = sigset_t()
            sigemptyset(&all)
            pthread_sigmask(SIG_SETMASK, &all, nil)
            while true {
                for byte in Descriptors.read(ends.read) {
                    let number = Int32(byte)
                    let handlers = watches.withLock { $0.values.filter { $0.numbers.contains(number) }.map(\.handle) }
                    for handle in handlers { handle(number) }
                }
            }
        }
        return ends
    }()

    private let identifier = UUID()

    /// From here on these signals no longer end the process.
    init(_ numbers: [Int32], _ handle: @escaping @Sendable (Int32) -> Void) {
        // The pipe exists before the first signal: the handler must make nothing. Without one signals do what they did.
        guard Self.ends.write >= 0 else { return }
        Self.watches.withLock { $0[identifier] = Watch(numbers: numbers, handle: handle) }
        for number in numbers {
            signal(number) { number in
                // Only what is safe in a handler, and nothing that the interrupted code could notice.
                let before = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalWatch.ends.write, &byte, 1)
                errno = before
            }
        }
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
            signal(number, SIG_DFL)
            // To the whole process: this thread may block signals, and one that it raised would wait for ever.
            kill(getpid(), number)
            while true { pause() }
        }
    }

    /// Takes away what a run that records has laid beside the recordings, where a signal ends it.
    static func ofRecordings(_ terminal: Terminal) -> SignalCleanUp? {
        terminal.isProcess ? SignalCleanUp { RecordingTransaction.abandonAll() } : nil
    }

    /// Nothing is left to clean up: what the command still does, such as printing, comes to its end.
    func cancel() { watch.cancel() }
}
