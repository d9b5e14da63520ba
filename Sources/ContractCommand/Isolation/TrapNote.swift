import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Lets a thread that traps mark the step that it was running, so that one of several at once is known as the culprit.
///
/// A stack overflow leaves no stack for the handler: then nothing is marked.
enum TrapNote {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The byte that becomes 1 where this thread traps; it must stay mapped until the process ends.
    static var mark: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        set { pthread_setspecific(key, newValue) }
    }

    /// From here on traps of any thread are marked. They end the process as before.
    static func install() {
        // The key exists before the first signal: the handler must make nothing.
        mark = nil
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            signal(number) { number in
                // Only what is safe in a handler: thread-specific data and a store.
                TrapNote.mark?.storeBytes(of: true, as: Bool.self)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}
