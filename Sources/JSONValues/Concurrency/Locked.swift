import Foundation

/// A value that is read and changed under a lock.
///
/// The standard library's `Mutex` needs macOS 15, which is newer than the package asks for.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // Safe to share: `value` is touched only while `lock` is held.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}

/// A value that is made once, when it is first asked for.
package final class Lazy<Value: Sendable>: @unchecked Sendable {
    // Safe to share: `make` is Sendable, and `value` is read and written only while `lock` is held.
    private let lock = NSLock()
    private let make: @Sendable () -> Value
    private var made: Value?

    package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    package var value: Value {
        lock.withLock {
            if let made { return made }
            let value = make()
            made = value
            return value
        }
    }

    /// The value, where it was asked for before.
    package var ifMade: Value? { lock.withLock { made } }
}
