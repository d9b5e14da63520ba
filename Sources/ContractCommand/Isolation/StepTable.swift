import Foundation
import JSONSchema

/// A table in shared memory: for each check the step that is running and since when.
///
/// The worker writes, the supervisor reads after the worker's death or while it hangs. A slot has one writer at a time, and
/// a torn read costs the supervisor no more than one look: it acts on what two looks say.
final class StepTable: @unchecked Sendable {
    // Safe to share: `slots` is a fixed mapping of a slot for each task, unmapped only with the last reference. Each slot
    // is written only by the task that runs its check.
    private let slots: UnsafeMutablePointer<Slot>
    private let tasks: [String]
    private let indices: [String: Int]
    /// The file that is mapped; whoever maps it second removes it.
    let path: String

    private struct Slot {
        /// 0 while the check is not running, else its step and one.
        var step: Int
        var startedAt: UInt64
        /// The processor time of the worker then.
        var processor: Double
        /// Whether the thread that runs the step trapped.
        var hasTrapped: Bool
    }

    /// The offset of a slot's `hasTrapped`, behind the words before it.
    private static let trapOffset = MemoryLayout<(Int, UInt64, Double)>.size

    /// Makes a table for a worker to take over.
    convenience init(_ tasks: [String]) throws(CommandError) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("contracts-\(UUID().uuidString)")
        try self.init(path: file.path, flags: O_RDWR | O_CREAT | O_EXCL, tasks)
    }

    /// Takes over the table that a supervisor made: no file is left of it, whatever happens next.
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

    func begin(_ task: String, step: Int) {
        guard let index = indices[task] else { return }
        slots[index] = Slot(
            step: step + 1, startedAt: DispatchTime.now().uptimeNanoseconds, processor: ProcessUsage.seconds,
            hasTrapped: false)
        // A probe stays on its thread; a whole check may wait and go on elsewhere.
        TrapNote.mark = step > 0 ? UnsafeMutableRawPointer(slots + index) + Self.trapOffset : nil
    }

    func end(_ task: String) { if let index = indices[task] { slots[index].step = 0 } }

    /// The tasks that ran and ended, those that began last first.
    var ended: [String] {
        tasks.indices.filter { slots[$0].step == 0 && slots[$0].startedAt > 0 }
            .sorted { slots[$0].startedAt > slots[$1].startedAt }.map { tasks[$0] }
    }

    struct Running: Sendable {
        let task: String
        let step: Int
        let hasTrapped: Bool
        /// The seconds since the step began.
        let seconds: Double
        /// The processor time of the worker when it began.
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

/// Lets a thread that traps mark the step that it was running, so that one of several at once is known as the culprit.
///
/// A stack overflow leaves no stack for the handler: then nothing is marked.
enum TrapNote {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The byte that becomes 1 where this thread traps; it must stay mapped until the process ends.
    static var mark: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        set { pthread_setspecific(key, newValue) }
    }

    /// From here on traps of any thread are marked. They end the process as before.
    static func install() {
        // The key exists before the first signal: the handler must make nothing.
        mark = nil
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            signal(number) { number in
                // Only what is safe in a handler: thread-specific data and a store.
                TrapNote.mark?.storeBytes(of: true, as: Bool.self)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
}
