import ContractChecking
import Foundation

/// Names the probe that was running when the code under test traps, hangs or exits, as the last line on standard error.
///
/// A test process cannot survive any of these; what it can leave is the name of the probe. Each thread keeps a note of the
/// probe it runs, and a signal handler writes the note of the thread that trapped.
struct CrashNote: RunMonitor {
    private let hangs: HangWatch

    static func watching(_ options: Options) -> Options {
        _ = install
        var options = options
        options.observers.monitor = CrashNote(hangs: HangWatch(deadline: options.deadline))
        return options
    }

    private static let length = 512
    /// The thread's note, a C string of at most `length` bytes.
    private static let note: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { free($0) }
        return key
    }()

    private static let install: Void = {
        // The key exists before the first signal: the handler must make nothing.
        _ = note
        EarlyExit.note {
            let note = pthread_getspecific(CrashNote.note).map {
                String(cString: $0.assumingMemoryBound(to: CChar.self))
            }
            return note.flatMap { $0.split(separator: "\n").first.map(String.init) }
        }
        #if os(macOS) || os(Linux)
            for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
                signal(number) { number in
                    // Only what is safe in a handler: thread-specific data, strlen, write.
                    if let text = pthread_getspecific(CrashNote.note) {
                        _ = write(STDERR_FILENO, text, strlen(text.assumingMemoryBound(to: CChar.self)))
                    }
                    signal(number, SIG_DFL)
                    raise(number)
                }
            }
        #endif
    }()

    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict {
        hangs.begin(check, step: step, name)
        let buffer: UnsafeMutableRawPointer
        if let known = pthread_getspecific(Self.note) {
            buffer = known
        } else {
            guard let made = malloc(Self.length) else { return .run }
            pthread_setspecific(Self.note, made)
            buffer = made
        }
        let text = "\ncontract check \(check.id) was running: \(name)\n"
        let bytes = Array(text.utf8.prefix(Self.length - 1)) + [0]
        buffer.copyMemory(from: bytes, byteCount: bytes.count)
        return .run
    }

    func end(_ check: Check) {
        hangs.end(check)
        if let buffer = pthread_getspecific(Self.note) { buffer.storeBytes(of: 0, as: UInt8.self) }
    }
}
