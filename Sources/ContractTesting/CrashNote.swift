import ContractChecking
import Foundation

/// Writes the name of the running probe to standard error when code under test traps, hangs or exits.
///
/// Each thread stores the name of its probe, and a signal handler writes the name for the thread that trapped.
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
        // The handler must not allocate, so the key is created before the first signal.
        _ = note
        EarlyExit.note {
            let note = pthread_getspecific(CrashNote.note).map {
                String(cString: $0.assumingMemoryBound(to: CChar.self))
            }
            return note.flatMap { $0.split(separator: "\n").first.map(String.init) }
        }
        #if os(macOS) || os(Linux)
            let fatalSignals: [Int32] = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]
            for number in fatalSignals {
                signal(number) { number in
                    // Only async-signal-safe functions: `pthread_getspecific`, `strlen`, `write`.
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
        guard let buffer = pthread_getspecific(Self.note) ?? malloc(Self.length) else { return .run }
        pthread_setspecific(Self.note, buffer)
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
