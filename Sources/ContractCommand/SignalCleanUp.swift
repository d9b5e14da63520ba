@preconcurrency import Dispatch
import Foundation

/// Cleans up where a signal ends the process, which then ends as the signal has it.
struct SignalCleanUp {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    private let sources: [any DispatchSourceSignal]

    init(_ cleanUp: @escaping @Sendable () -> Void) {
        sources = Self.numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                cleanUp()
                signal(number, SIG_DFL)
                // To the whole process: threads of dispatch block signals, so that one they raise waits for ever.
                kill(getpid(), number)
            }
            source.resume()
            return source
        }
    }

    /// From here on the signals end the process without cleaning up.
    func cancel() {
        sources.forEach { $0.cancel() }
        for number in Self.numbers { signal(number, SIG_DFL) }
    }
}
