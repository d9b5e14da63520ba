import Foundation
import JSONSchema

/// A table in shared memory with the running step of each check and its start time. The worker writes it, and the
/// supervisor reads it after the worker's death or while it hangs. Each slot has one writer at a time. A torn read is
/// harmless, because the supervisor acts only on two consistent reads.
final class StepTable: @unchecked Sendable {
    // Safe to share: `slots` is a fixed mapping with a slot per task, unmapped with the last reference. Only the task
    // that runs a check writes its slot.
    private let slots: UnsafeMutablePointer<Slot>
    private let tasks: [String]
    private let indices: [String: Int]
    /// The mapped file, removed by the process that maps it second.
    let path: String

    private struct Slot {
        /// The running step plus one, or 0 if the check is not running.
        var step: Int
        var startedAt: UInt64
        /// The worker's processor time at the start.
        var processor: Double
        var hasTrapped: Bool
    }

    /// The offset of a slot's `hasTrapped`, after the words before it.
    private static let trapOffset = MemoryLayout<(Int, UInt64, Double)>.size

    convenience init(_ tasks: [String]) throws(CommandError) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("contracts-\(UUID().uuidString)")
        try self.init(path: file.path, flags: O_RDWR | O_CREAT | O_EXCL, tasks)
    }

    /// Maps the table of a supervisor and removes its file, so that no exit leaves it behind.
    convenience init(takingOver path: String, _ tasks: [String]) throws(CommandError) {
        try self.init(path: path, flags: O_RDWR, tasks)
        remove()
    }

    private init(path: String, flags: Int32, _ tasks: [String]) throws(CommandError) {
        let size = max(1, tasks.count) * MemoryLayout<Slot>.stride
        let file = open(path, flags | O_CLOEXEC, 0o600)
        guard file >= 0, ftruncate(file, off_t(size)) == 0 else {
            throw CommandError("cannot make \(path): \(String(cString: strerror(errno)))", code: .notEvaluated)
        }
        defer { close(file) }
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED else {
            throw CommandError("cannot map \(path): \(String(cString: strerror(errno)))", code: .notEvaluated)
        }
        slots = memory.bindMemory(to: Slot.self, capacity: max(1, tasks.count))
        self.tasks = tasks
        indices = Dictionary(tasks.enumerated().map { ($1, $0) }) { first, _ in first }
        self.path = path
    }

    deinit { munmap(slots, max(1, tasks.count) * MemoryLayout<Slot>.stride) }

    func remove() { unlink(path) }

    /// - Parameter staysOnThread: whether the step never suspends, so that a trap of this thread is its own.
    func begin(_ task: String, step: Int, staysOnThread: Bool) {
        guard let index = indices[task] else { return }
        slots[index] = Slot(
            step: step + 1, startedAt: DispatchTime.now().uptimeNanoseconds, processor: ProcessUsage.seconds,
            hasTrapped: false)
        TrapNote.mark = staysOnThread ? UnsafeMutableRawPointer(slots + index) + Self.trapOffset : nil
    }

    func end(_ task: String) {
        if let index = indices[task] { slots[index].step = 0 }
        TrapNote.mark = nil
    }

    /// The tasks that ended, most recently started first.
    var ended: [String] {
        tasks.indices.filter { slots[$0].step == 0 && slots[$0].startedAt > 0 }
            .sorted { slots[$0].startedAt > slots[$1].startedAt }.map { tasks[$0] }
    }

    struct Running: Sendable {
        let task: String
        let step: Int
        let hasTrapped: Bool
        let seconds: Double
        let processor: Double
    }

    var running: [Running] {
        let now = DispatchTime.now().uptimeNanoseconds
        return tasks.indices.filter { slots[$0].step > 0 }.map {
            Running(
                task: tasks[$0], step: slots[$0].step - 1, hasTrapped: slots[$0].hasTrapped,
                seconds: Double(now &- min(now, slots[$0].startedAt)) / 1e9, processor: slots[$0].processor)
        }
    }
}

/// Lets a trapping thread mark its step, so that the culprit among concurrent steps is known. After a stack overflow
/// the handler has no stack, and no step is marked.
enum TrapNote {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The byte that is set to 1 when this thread traps. It must stay mapped until the process ends.
    static var mark: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        set { pthread_setspecific(key, newValue) }
    }

    static func install() {
        // Create the key before the first signal, because the handler must not allocate.
        mark = nil
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            signal(number) { number in
                // Use only async-signal-safe operations: thread-specific data and a store.
                TrapNote.mark?.storeBytes(of: true, as: Bool.self)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}
