import ContractHealth
import Foundation

/// Somebody who is told, and who can be out of reach.
package final class Operator: Sendable {
    package struct OutOfReach: Error, CustomStringConvertible {
        package let description = "nobody answers"
    }

    private struct Desk: Sendable {
        var told: [String] = []
        var isOutOfReach = false
        var pings: [Bool] = []
    }

    private let desk = Box(Desk())

    package init() {}

    package var told: [String] { desk.value.told }
    package var pings: [Bool] { desk.value.pings }

    package func set(outOfReach: Bool) { desk.change { $0.isOutOfReach = outOfReach } }

    package func notify(_ notification: HealthNotification) throws {
        if desk.value.isOutOfReach { throw OutOfReach() }
        desk.change { $0.told.append(notification.short) }
    }

    package func ping(_ isWell: Bool) throws {
        desk.change { $0.pings.append(isWell) }
        if desk.value.isOutOfReach { throw OutOfReach() }
    }
}

/// A value under a lock.
package final class Box<Value: Sendable>: @unchecked Sendable {
    // Safe to share: `held` is touched only while `lock` is held.
    private let lock = NSLock()
    private var held: Value

    package init(_ value: Value) { held = value }

    package var value: Value { lock.withLock { held } }

    package func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&held) }
    }
}
