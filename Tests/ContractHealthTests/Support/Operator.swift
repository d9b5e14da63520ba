import Foundation

@testable import ContractHealth

/// Somebody who is told, and who can be out of reach.
final class Operator: Sendable {
    struct OutOfReach: Error, CustomStringConvertible {
        let description = "nobody answers"
    }

    private struct Desk: Sendable {
        var told: [String] = []
        var isOutOfReach = false
        var pings: [Bool] = []
    }

    private let desk = Box(Desk())

    var told: [String] { desk.value.told }
    var pings: [Bool] { desk.value.pings }

    func set(outOfReach: Bool) { desk.change { $0.isOutOfReach = outOfReach } }

    func notify(_ notification: HealthNotification) throws {
        if desk.value.isOutOfReach { throw OutOfReach() }
        desk.change { $0.told.append(notification.short) }
    }

    func ping(_ isWell: Bool) throws {
        desk.change { $0.pings.append(isWell) }
        if desk.value.isOutOfReach { throw OutOfReach() }
    }
}

/// A value under a lock.
final class Box<Value: Sendable>: @unchecked Sendable {
    // Safe to share: `held` is touched only while `lock` is held.
    private let lock = NSLock()
    private var held: Value

    init(_ value: Value) { held = value }

    var value: Value { lock.withLock { held } }

    func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&held) }
    }
}
