import ContractHealth
import Foundation

/// A recipient of notifications that can be made unreachable.
package final class Operator: Sendable {
    package struct OutOfReach: Error, CustomStringConvertible {
        package let description = "nobody answers"
    }

    private struct Desk: Sendable {
        var told: [String] = []
        var isOutOfReach = false
        var pings: [Bool] = []
    }

    private let state = Box(Desk())

    package init() {}

    package var told: [String] { state.value.told }
    package var pings: [Bool] { state.value.pings }

    package func set(outOfReach: Bool) { state.change { $0.isOutOfReach = outOfReach } }

    package func notify(_ notification: HealthNotification) throws {
        if state.value.isOutOfReach { throw OutOfReach() }
        state.change { $0.told.append(notification.short) }
    }

    package func ping(_ isWell: Bool) throws {
        state.change { $0.pings.append(isWell) }
        if state.value.isOutOfReach { throw OutOfReach() }
    }
}

/// A value protected by a lock.
package final class Box<Value: Sendable>: @unchecked Sendable {
    // `held` is accessed only while `lock` is held.
    private let lock = NSLock()
    private var held: Value

    package init(_ value: Value) { held = value }

    package var value: Value { lock.withLock { held } }

    package func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&held) }
    }
}
