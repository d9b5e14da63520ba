import Dispatch
import Foundation

/// Waits for SIGINT or SIGTERM, so that a server can end cleanly.
struct Interruption {
    private let signals: AsyncStream<Void>

    /// From here on both signals no longer end the process.
    init() {
        signals = AsyncStream { continuation in
            let sources = [SIGINT, SIGTERM].map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { continuation.yield() }
                source.resume()
                return source
            }
            continuation.onTermination = { _ in sources.forEach { $0.cancel() } }
        }
    }

    func wait() async {
        for await _ in signals { return }
    }
}
