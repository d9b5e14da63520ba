import Foundation

/// A thread whose end can be waited for: Foundation's does not say when it is gone.
struct ServerThread: @unchecked Sendable {
    // `@unchecked` is sound: the handle is a value that the system gives, which is only read.
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

    /// Starts a thread; `nil` where the system has none to give, and `errno` says why.
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

    /// Waits until the thread is over; to be called once.
    func join() { _ = pthread_join(handle, nil) }
}
