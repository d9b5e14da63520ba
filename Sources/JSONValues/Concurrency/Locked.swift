import Foundation

/// A value protected by a lock. The standard library's `Mutex` needs macOS 15, above the package's minimum.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // `@unchecked` is sound: `value` is accessed only while `lock` is held.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}

extension Locked<Bool> {
    /// Sets the value to true. Returns whether it was false before.
    package func setOnce() -> Bool {
        withLock { value in
            defer { value = true }
            return !value
        }
    }
}

/// A value that is computed once, on first access.
package final class Lazy<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let made = Locked<Value?>(nil)

    package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    package var value: Value {
        made.withLock { made in
            if let made { return made }
            let value = make()
            made = value
            return value
        }
    }

    package var ifMade: Value? { made.withLock { $0 } }
}
