import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#endif

/// An attack by code under test on its process, and the expected reports.
package struct HostileModel: Sendable {
    /// The outcome of a run with a supervised worker.
    package enum Told: Sendable, Hashable {
        /// A trap whose message contains this string.
        case trap(String)
        case timeout
        /// Too much memory, or a timeout on a busy machine.
        case memory
        /// No finding, because the attack is harmless.
        case sound
    }

    /// The outcome of a process that runs the attack itself.
    package enum Alone: Sendable, Hashable {
        case code(Int32)
        case signal
        /// No finding, because the attack is harmless.
        case sound
        /// The attack never ends. A test process exits with 3.
        case endless
        /// Not run, because the attack harms other processes or its outcome varies.
        case untold
    }

    package let name: String
    package let told: Told
    package let alone: Alone
    package let attack: @Sendable () -> Void

    private init(_ name: String, _ told: Told, alone: Alone, _ attack: @escaping @Sendable () -> Void) {
        self.name = name
        self.told = told
        self.alone = alone
        self.attack = attack
    }

    /// Returns the attack with a name.
    package static func named(_ name: String) -> HostileModel? { all.first { $0.name == name } }

    package static let all: [HostileModel] = [
        traps, signals, exits, hangs, children, descriptors, surroundings, output,
    ].flatMap(\.self)

    /// Zero, unknown to the compiler.
    private static var zero: Int { ProcessInfo.processInfo.processName.isEmpty ? 1 : 0 }

    // MARK: - Traps of the runtime

    private static let traps: [HostileModel] = [
        HostileModel("fatalError", .trap("planted"), alone: .signal) { fatalError("planted") },
        HostileModel("precondition", .trap("planted"), alone: .signal) { precondition(zero == 1, "planted") },
        HostileModel("nil", .trap("Unexpectedly found nil"), alone: .signal) {
            // swift-format-ignore: NeverForceUnwrap
            _ = Int("x\(zero)")!  // Planted.
        },
        HostileModel("cast", .trap("Could not cast value"), alone: .signal) {
            let value: Any = zero
            // swift-format-ignore: NeverForceUnwrap
            print((value as! String).count)  // Planted.
        },
        HostileModel("try", .trap("planted"), alone: .signal) {
            func fail() throws { throw NSError(domain: "planted", code: zero) }
            // swift-format-ignore: NeverUseForceTry
            try! fail()  // Planted.
        },
        HostileModel("index", .trap("Index out of range"), alone: .signal) { print([1][zero + 1]) },
        HostileModel("overflow", .trap("overflow"), alone: .signal) { print(Int.max - zero + 1) },
        HostileModel("division", .trap("Division by zero"), alone: .signal) { print(1 / zero) },
        HostileModel("range", .trap("Range"), alone: .signal) { print((zero...(zero - 1)).count) },
        HostileModel("NaN as a number", .trap("Double value cannot be converted"), alone: .signal) {
            print(Int(Double.nan + Double(zero)))
        },
        HostileModel("keys twice", .trap("Duplicate"), alone: .signal) {
            print(Dictionary(uniqueKeysWithValues: [(zero, 1), (zero, 2)]).count)
        },
        HostileModel("string index", .trap("String index is out of bounds"), alone: .signal) {
            let text = "\(zero)"
            print(text[text.index(text.endIndex, offsetBy: 1)])
        },
        HostileModel("recursion", .trap("stack overflow"), alone: .signal) { print(depth(zero)) },
        HostileModel("null", .trap("memory access"), alone: .signal) {
            UnsafeMutablePointer<Int>(bitPattern: 8 + zero)?.pointee = 1
        },
        HostileModel("abort", .trap("signal 6"), alone: .signal) { abort() },
    ]

    private static func depth(_ number: Int) -> Int { number < zero ? 0 : 1 + depth(number + 1) }

    // MARK: - Signals

    private static let signals: [HostileModel] = [
        HostileModel("SIGILL", .trap("signal 4"), alone: .signal) { raise(SIGILL) },
        HostileModel("SIGTRAP", .trap("signal 5"), alone: .signal) { raise(SIGTRAP) },
        HostileModel("SIGSEGV", .trap("signal 11"), alone: .signal) { raise(SIGSEGV) },
        HostileModel("SIGFPE", .trap("signal 8"), alone: .signal) { raise(SIGFPE) },
        HostileModel("SIGKILL", .trap("signal 9"), alone: .signal) { raise(SIGKILL) },
        HostileModel("SIGTERM", .trap("signal 15"), alone: .signal) { end(by: SIGTERM) },
        HostileModel("SIGHUP", .trap("signal 1"), alone: .signal) { end(by: SIGHUP) },
        HostileModel("SIGQUIT", .trap("signal 3"), alone: .signal) { end(by: SIGQUIT) },
        HostileModel("SIGALRM", .trap("signal 14"), alone: .signal) { end(by: SIGALRM) },
        HostileModel("SIGPIPE", .sound, alone: .untold) { raise(SIGPIPE) },
        HostileModel("SIGSTOP", .trap("signal \(SIGSTOP)"), alone: .untold) { raise(SIGSTOP) },
        HostileModel(
            "SIGTERM to its supervisor", .trap("it sends signal 15 to its supervisor"), alone: .untold
        ) {
            kill(getppid(), SIGTERM)
            sleep(2)
        },
        HostileModel(
            "SIGINT to its supervisor", .trap("it sends signal 2 to its supervisor"), alone: .untold
        ) {
            kill(getppid(), SIGINT)
            sleep(2)
        },
        HostileModel("the whole group", .trap("signal 9"), alone: .untold) { kill(0, SIGKILL) },
    ]

    /// Sends a signal to the process and waits for its effect, because threads of a pool block some signals.
    private static func end(by number: Int32) {
        kill(getpid(), number)
        while true { usleep(1000) }
    }

    // MARK: - Exits

    private static let exits: [HostileModel] =
        [
            HostileModel("exit(0)", .trap("exit(0)"), alone: .code(3)) { exit(0) },
            HostileModel("exit(1)", .trap("exit(1)"), alone: .code(3)) { exit(1) },
            HostileModel("exit(7)", .trap("exit(7)"), alone: .code(3)) { exit(7) },
            // Only a supervisor notices this exit.
            HostileModel("_exit(0)", .trap("exit(0)"), alone: .code(0)) { _exit(0) },
            HostileModel("_exit(1)", .trap("exit(1)"), alone: .code(1)) { _exit(1) },
            HostileModel("exit on another thread", .trap("exit(0)"), alone: .code(3)) {
                Thread.detachNewThread { exit(0) }
                while true { usleep(1000) }
            },
            HostileModel("another program", .trap("exit(0)"), alone: .code(0)) {
                var words = [strdup("/bin/sh"), strdup("-c"), strdup("exit 0"), nil]
                execv("/bin/sh", &words)
            },
        ] + quickExits

    #if canImport(Darwin)
        private static let quickExits: [HostileModel] = []
    #else
        private static let quickExits = [
            HostileModel("quick_exit(0)", .trap("exit(0)"), alone: .code(3)) { quick_exit(0) }
        ]
    #endif

    // MARK: - What never ends, or takes everything

    private static let hangs: [HostileModel] = [
        HostileModel("a loop", .timeout, alone: .endless) { while zero == 0 { sched_yield() } },
        HostileModel("a sleep", .timeout, alone: .endless) { while true { sleep(1000) } },
        HostileModel("a semaphore", .timeout, alone: .endless) { DispatchSemaphore(value: 0).wait() },
        HostileModel("a lock", .timeout, alone: .endless) {
            let lock = NSLock()
            lock.lock()
            lock.lock()
        },
        HostileModel("a wait for signals", .timeout, alone: .endless) { while true { pause() } },
        HostileModel("an empty pipe", .timeout, alone: .endless) {
            var (ends, byte) = ([Int32](repeating: 0, count: 2), UInt8(0))
            pipe(&ends)
            _ = read(ends[0], &byte, 1)
        },
        HostileModel("a child that never ends", .timeout, alone: .endless) { shell("sleep 100", waits: true) },
        HostileModel("an array", .memory, alone: .untold) {
            var hoard: [[UInt8]] = []
            while true { hoard.append([UInt8](repeating: 1, count: 1 << 26)) }
        },
        HostileModel("a string", .memory, alone: .untold) {
            var text = String(repeating: "x", count: 1 << 20)
            while true { text += text }
        },
    ]

    // MARK: - Children

    private static let children: [HostileModel] = [
        HostileModel("a child left behind", .sound, alone: .sound) { shell("sleep 100") },
        HostileModel("a deaf child left behind", .sound, alone: .sound) { shell("trap '' TERM HUP INT; sleep 100") },
        HostileModel("a grandchild left behind", .sound, alone: .sound) { shell("(sleep 100 &)", waits: true) },
        HostileModel("a child that writes for ever", .sound, alone: .untold) {
            shell("while :; do echo noise >&2; done")
        },
        HostileModel("a child left behind by exit", .trap("exit(0)"), alone: .code(3)) {
            shell("sleep 100")
            exit(0)
        },
        HostileModel("a child left behind by a trap", .trap("planted"), alone: .signal) {
            shell("sleep 100")
            fatalError("planted")
        },
        HostileModel("a child that was waited for", .sound, alone: .sound) { shell("exit 3", waits: true) },
    ]

    private static func shell(_ line: String, waits: Bool = false) {
        var words = [strdup("/bin/sh"), strdup("-c"), strdup(line), nil]
        var number = pid_t()
        var status: Int32 = 0
        guard posix_spawn(&number, "/bin/sh", nil, nil, &words, environ) == 0, waits else { return }
        waitpid(number, &status, 0)
    }

    // MARK: - Descriptors

    private static let open: Range<Int32> = 3..<512

    private static let descriptors: [HostileModel] = [
        HostileModel("closes all", .trap("descriptors that it does not own"), alone: .untold) {
            for descriptor in open { close(descriptor) }
        },
        HostileModel("replaces all", .trap("exit("), alone: .untold) {
            let nothing = Glibc_open("/dev/null")
            for descriptor in open where descriptor != nothing && fcntl(descriptor, F_GETFD) >= 0 {
                dup2(nothing, descriptor)
            }
            exit(0)
        },
        HostileModel("claims its end everywhere", .trap("exit(0)"), alone: .untold) {
            for descriptor in open { _ = write(descriptor, "\n.0\n", 4) }
            exit(0)
        },
        HostileModel("reads everywhere", .trap("exit(0)"), alone: .untold) {
            var bytes = [UInt8](repeating: 0, count: 1 << 12)
            for descriptor in open where fcntl(descriptor, F_GETFD) >= 0 {
                _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
                _ = read(descriptor, &bytes, bytes.count)
            }
            exit(0)
        },
        HostileModel("closes standard output", .sound, alone: .untold) { close(STDOUT_FILENO) },
        HostileModel("closes standard error", .sound, alone: .untold) { close(STDERR_FILENO) },
        HostileModel("closes standard input", .sound, alone: .sound) { close(STDIN_FILENO) },
        HostileModel("reads standard input", .sound, alone: .sound) {
            var byte = UInt8(0)
            _ = read(STDIN_FILENO, &byte, 1)
        },
    ]

    private static func Glibc_open(_ path: String) -> Int32 {
        FileHandle(forWritingAtPath: path).map { dup($0.fileDescriptor) } ?? -1
    }

    // MARK: - What a process has but once

    private static let surroundings: [HostileModel] = [
        HostileModel("moves elsewhere", .sound, alone: .sound) { chdir("/") },
        HostileModel("hides new files", .sound, alone: .sound) { umask(0o777) },
        HostileModel("changes the zone", .sound, alone: .sound) {
            setenv("TZ", "Asia/Kathmandu", 1)
            tzset()
        },
        HostileModel("changes the language", .sound, alone: .sound) { setlocale(LC_ALL, "C") },
        HostileModel("empties the environment", .sound, alone: .sound) {
            for name in ProcessInfo.processInfo.environment.keys { unsetenv(name) }
        },
        HostileModel("ignores signals", .sound, alone: .sound) {
            for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] { signal(number, SIG_IGN) }
        },
        HostileModel("is polite", .sound, alone: .sound) { _ = nice(5) },
        HostileModel("hangs at the exit", .sound, alone: .untold) { atexit { while true { sleep(1000) } } },
        HostileModel("ends the process at the exit", .sound, alone: .sound) { atexit { _exit(0) } },
        HostileModel("leaves the group and hangs", .timeout, alone: .untold) {
            setpgid(0, getppid())
            setsid()
            while true { sleep(1000) }
        },
    ]

    // MARK: - Output

    private static let output: [HostileModel] = [
        HostileModel("prints", .sound, alone: .untold) { print("{\"checks\":") },
        HostileModel("prints a report", .sound, alone: .untold) {
            print(#"{"schema":1,"summary":{"checks":1,"passed":1},"checks":[]}"#)
        },
        HostileModel("prints a flood", .sound, alone: .untold) {
            for _ in 0..<256 { print(String(repeating: "noise ", count: 1 << 11)) }
        },
        HostileModel("writes no text", .sound, alone: .untold) {
            _ = [UInt8](repeating: 0xFF, count: 999).withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        },
        HostileModel("tells of a trap", .sound, alone: .sound) {
            _ = write(STDERR_FILENO, "Fatal error: planted\n", 21)
        },
        HostileModel("tells of a trap and exits", .trap("exit(0)"), alone: .code(3)) {
            _ = write(STDERR_FILENO, "Fatal error: planted\n", 21)
            exit(0)
        },
    ]
}
