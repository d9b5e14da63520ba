import Foundation
import HTTPRecording
import JSONSchema

/// A child process that leads its own process group, so that its descendants end with it. Foundation's `Process` waits
/// for every process that inherited its descriptors. It also starts none if fewer than 256 descriptors are allowed.
final class ChildProcess: Sendable {
    enum End: Sendable, Hashable {
        case exit(Int32)
        case signal(Int32)
    }

    struct Streams {
        let input: Int32
        let output: Int32
        let errors: Int32
    }

    /// The fate of descendants that outlive the process.
    enum DescendantPolicy: Sendable {
        case kill
        case keep
    }

    /// The process identifier, which is also that of its group.
    let number: pid_t
    private let descendants: DescendantPolicy
    private let known = Locked<End?>(nil)
    private let isOver = Locked(false)

    init(
        _ launch: ChildProgram.Launch, _ arguments: [String], _ streams: Streams, descendants: DescendantPolicy = .kill
    ) throws(CommandError) {
        SignalWatch.ignoreBrokenPipes()
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
            let flags =
                POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
            let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, streams.input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, streams.output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, streams.errors, STDERR_FILENO)
        // An inherited write end of a pipe would hide its end of file from the reader.
        for descriptor in Descriptors.inheritable { posix_spawn_file_actions_addclose(&actions, descriptor) }
        // The code under test must not inherit this process's ignored or blocked signals.
        var (usual, blocked) = (sigset_t(), sigset_t())
        sigemptyset(&usual)
        sigemptyset(&blocked)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let path = launch.executable.path
        var words = ([path] + launch.program.configuration + arguments).map { strdup($0) } + [nil]
        var variables = launch.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var started = pid_t()
        let code = posix_spawn(&started, path, &actions, &attributes, &words, &variables)
        guard code == 0 else {
            throw CommandError(
                "'\(path)' could not be started: \(String(cString: strerror(code)))", code: .notEvaluated)
        }
        number = started
        self.descendants = descendants
    }

    deinit { end() }

    /// The end of the process; `nil` while it runs. A stopped process is killed and reported as ended by the stop
    /// signal.
    var ending: End? {
        known.withLock { known in
            if let known { return known }
            var status: Int32 = 0
            let found = waitpid(number, &status, WNOHANG | WUNTRACED)
            guard found != 0, !(found < 0 && errno == EINTR) else { return nil }
            if found > 0, status & 0xFF == 0x7F {
                let ending = End.signal(status >> 8 & 0xFF)
                Foundation.kill(number, SIGKILL)
                while waitpid(number, &status, 0) < 0, errno == EINTR {}
                known = ending
                return ending
            }
            // If another waiter reaped the process, its exit status is lost.
            let ending: End =
                found < 0 ? .signal(SIGKILL) : status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
            known = ending
            return ending
        }
    }

    func wait() -> End {
        // `WNOWAIT` leaves the process for `ending` to reap, which another thread may call meanwhile.
        var information = siginfo_t()
        while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return awaitedEnding
    }

    func ended() async -> End { await onOwnThread { [self] in wait() } }

    func interrupt() {
        // The process identifier is not reused before the process is reaped.
        known.withLock { known in if known == nil { Foundation.kill(number, SIGINT) } }
    }

    /// Kills the process and its descendants, and waits for the process to exit.
    @discardableResult
    func end() -> End {
        kill()
        return awaitedEnding
    }

    func kill() {
        // Kill only once: the identifier may be reused after the process is reaped.
        if isOver.setOnce(), descendants == .kill || ending == nil {
            Foundation.kill(-number, SIGKILL)
            // The process may have left its group.
            if ending == nil { Foundation.kill(number, SIGKILL) }
        }
    }

    private var awaitedEnding: End {
        while true {
            if let ending { return ending }
            usleep(500)
        }
    }
}

extension ChildProcess {
    /// Starts a program whose standard input is a socket to this process and whose output is a pipe.
    static func connected(
        _ launch: ChildProgram.Launch, _ arguments: [String] = []
    ) throws(CommandError) -> (process: ChildProcess, descriptor: Int32, output: Int32) {
        let (own, other) = try Descriptors.connection()
        defer { close(other) }
        let output = try Descriptors.pipe()
        defer { close(output.write) }
        do throws(CommandError) {
            let streams = Streams(input: other, output: output.write, errors: output.write)
            return (try ChildProcess(launch, arguments, streams), own, output.read)
        } catch {
            close(own)
            close(output.read)
            throw error
        }
    }

    private static let maximumPrinted = 1 << 20

    /// Returns the standard output and error of a program, up to 1 MiB; `nil` if it exceeded its time and was killed.
    static func output(
        of launch: ChildProgram.Launch, _ arguments: [String], input: [UInt8], seconds: Double
    ) async throws(CommandError) -> String? {
        let printed = try Descriptors.pipe()
        let child: ChildProcess
        do throws(CommandError) {
            defer { close(printed.write) }
            child = try started(launch, arguments, input: input, output: printed.write)
        } catch {
            close(printed.read)
            throw error
        }
        let all = await Deadline.run(seconds: seconds, extendsByStarvation: false) {
            let text = await onOwnThread {
                var bytes: [UInt8] = []
                while bytes.count < maximumPrinted {
                    let chunk = Descriptors.read(printed.read)
                    if chunk.isEmpty { break }
                    bytes += chunk
                }
                close(printed.read)
                return String(decoding: bytes, as: UTF8.self)
            }
            _ = await child.ended()
            return text
        }
        child.end()
        return all
    }

    /// Starts a program and writes bytes to its standard input, which it need not read.
    static func started(
        _ launch: ChildProgram.Launch, _ arguments: [String], input: [UInt8], output: Int32,
        descendants: DescendantPolicy = .kill
    ) throws(CommandError) -> ChildProcess {
        let feed = try Descriptors.pipe()
        defer { close(feed.read) }
        let child: ChildProcess
        do throws(CommandError) {
            child = try ChildProcess(
                launch, arguments, Streams(input: feed.read, output: output, errors: output), descendants: descendants)
        } catch {
            close(feed.write)
            throw error
        }
        Thread.detachNewThread {
            do { try SystemFiles.write(input, to: feed.write, launch.executable.path) } catch {
                // The program may end without reading its input.
            }
            close(feed.write)
        }
        return child
    }
}
