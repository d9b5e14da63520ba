@preconcurrency import Dispatch
import Foundation

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
