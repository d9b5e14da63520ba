import ContractFormat
@preconcurrency import Dispatch
import Foundation
import JSONSchema

/// Waits for SIGINT or SIGTERM, so that a server can end cleanly.
struct Interruption {
    private let signals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// From here on both signals no longer end the process.
    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        self.signals = signals
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    func wait() async {
        for await _ in signals { break }
        sources.forEach { $0.cancel() }
    }
}

/// Cleans up where a signal ends the process, which then ends as the signal has it.
struct SignalCleanUp {
    private let sources: [any DispatchSourceSignal]

    init(_ cleanUp: @escaping @Sendable () -> Void) {
        // The signal that is sent on may come back here.
        let isDone = Locked(false)
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                let isFirst = isDone.withLock { isDone in
                    defer { isDone = true }
                    return !isDone
                }
                if isFirst { cleanUp() }
                signal(number, SIG_DFL)
                // To the whole process: threads of dispatch block signals, so that one they raise waits for ever.
                kill(getpid(), number)
            }
            source.resume()
            return source
        }
    }

    /// Nothing is left to clean up: what the command still does, such as printing, comes to its end.
    func cancel() { sources.forEach { $0.cancel() } }
}
