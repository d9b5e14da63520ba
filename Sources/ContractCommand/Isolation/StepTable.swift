import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A table in shared memory: for each check the step that is running and since when.
///
/// The worker writes, the supervisor reads after the worker's death or while it hangs. A slot has one writer at a time, and
/// a torn read costs the supervisor no more than one look: it acts on what two looks say.
final class StepTable: @unchecked Sendable {
    // Safe to share: `slots` is a fixed mapping of `count` slots, unmapped only when the last reference goes, and every
    // slot is written by the one task that runs its check.
    private let slots: UnsafeMutablePointer<Slot>
    private let count: Int

    private struct Slot {
        /// 0 while the check is not running, else its step and one.
        var step: Int
        var startedAt: UInt64
        /// Whether the thread that runs the step trapped.
        var hasTrapped: Bool
    }

    /// Where a slot's `hasTrapped` lies in it, behind the two words before it.
    private static let trapOffset = MemoryLayout<(Int, UInt64)>.size

    /// Maps the file, which is made where it does not exist.
    init(path: String, count: Int) throws(CommandError) {
        let size = max(1, count) * MemoryLayout<Slot>.stride
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        guard file >= 0, ftruncate(file, off_t(size)) == 0 else {
            throw CommandError("cannot make \(path): \(String(cString: strerror(errno)))", code: .notEvaluated)
        }
        defer { close(file) }
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED else {
            throw CommandError("cannot map \(path): \(String(cString: strerror(errno)))", code: .notEvaluated)
        }
        slots = memory.bindMemory(to: Slot.self, capacity: max(1, count))
        self.count = count
    }

    deinit { munmap(slots, max(1, count) * MemoryLayout<Slot>.stride) }

    func begin(_ index: Int, step: Int) {
        guard index < count else { return }
        slots[index] = Slot(
            step: step + 1, startedAt: DispatchTime.now().uptimeNanoseconds, hasTrapped: false)
        // A probe stays on its thread; a whole check may wait and go on elsewhere.
        TrapNote.mark = step > 0 ? UnsafeMutableRawPointer(slots + index) + Self.trapOffset : nil
    }

    func end(_ index: Int) {
        guard index < count else { return }
        slots[index].step = 0
    }

    /// A check that is running.
    struct Running: Sendable {
        let index: Int
        let step: Int
        let hasTrapped: Bool
        /// How long the step has taken so far.
        let seconds: Double
    }

    /// The checks that are running.
    var running: [Running] {
        let now = DispatchTime.now().uptimeNanoseconds
        return (0..<count).filter { slots[$0].step > 0 }.map {
            Running(
                index: $0, step: slots[$0].step - 1, hasTrapped: slots[$0].hasTrapped,
                seconds: Double(now &- min(now, slots[$0].startedAt)) / 1e9)
        }
    }

    /// Forgets what a worker left behind.
    func clear() {
        for index in 0..<count { slots[index].step = 0 }
    }
}
