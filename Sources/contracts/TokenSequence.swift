import Foundation

/// The two tokens of every session of the local provider, its identifier and its XSRF token: the same every time, so that
/// recording the same answers again writes nothing. They guard nothing but made-up data on loopback.
final class TokenSequence: @unchecked Sendable {
    // Safe to share: `isSecond` is touched only while `lock` is held.
    private let lock = NSLock()
    private var isSecond = false

    func next() -> String {
        lock.withLock {
            defer { isSecond.toggle() }
            return isSecond ? "00000000000000000000000000005e55" : "10ca1000000000000000000000005e55"
        }
    }
}
