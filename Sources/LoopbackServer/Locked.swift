import Foundation

/// A value protected by a lock. The standard library's `Mutex` needs macOS 15, above the package's minimum.
/// `@unchecked` is sound: `value` is private and accessed only between `lock()` and `unlock()`.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
