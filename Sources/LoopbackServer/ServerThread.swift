import Foundation

/// A thread that can be joined, unlike Foundation's `Thread`.
struct ServerThread: @unchecked Sendable {
    // `@unchecked` is sound: the handle is an immutable system value.
    private let handle: pthread_t

    private final class Work {
        let name: String
        let body: @Sendable () -> Void

        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            Thread.current.name = name
            body()
        }
    }

    /// Starts a thread. Returns `nil` and sets `errno` if the system cannot create one.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> ServerThread? {
        let work = Unmanaged.passRetained(Work(name, body))
        #if canImport(Darwin)
            var handle: pthread_t?
            let failure = pthread_create(
                &handle, nil,
                { context in
                    Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
                    return nil
                }, work.toOpaque())
        #else
            var number = pthread_t()
            let failure = pthread_create(
                &number, nil,
                { context in
                    if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, work.toOpaque())
            let handle: pthread_t? = number
        #endif
        guard failure == 0, let handle else {
            work.release()
            errno = failure
            return nil
        }
        return ServerThread(handle: handle)
    }

    /// Waits for the thread to end. Call it once.
    func join() { _ = pthread_join(handle, nil) }
}
