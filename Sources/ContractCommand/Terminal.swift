import Foundation

package struct Terminal: Sendable {
    private let writeOut: @Sendable (String) -> Void
    private let writeErr: @Sendable (String) -> Void
    package let readInput: @Sendable () throws -> Data
    /// Reads a line that the user types; `nil` if the session is not interactive.
    package let readAnswer: (@Sendable () -> String?)?
    package private(set) var environment: [String: String]
    package let isOutTerminal: Bool
    package let isErrTerminal: Bool
    package let width: Int?
    /// Whether the streams belong to the process, so that a child process can take its place.
    package let ownsProcessStreams: Bool
    package var now: @Sendable () -> Date = { Date() }
    /// The command that the user types: `contracts`, `swift run contracts` or `swift package contracts`.
    package private(set) var program = "contracts"

    package init(
        out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void,
        readInput: @escaping @Sendable () throws -> Data = { Data() }, readAnswer: (@Sendable () -> String?)? = nil,
        environment: [String: String] = [:], isOutTerminal: Bool = false, isErrTerminal: Bool = false,
        width: Int? = nil, ownsProcessStreams: Bool = false
    ) {
        writeOut = out
        writeErr = err
        (self.readInput, self.readAnswer, self.environment) = (readInput, readAnswer, environment)
        (self.isOutTerminal, self.isErrTerminal, self.width) = (isOutTerminal, isErrTerminal, width)
        self.ownsProcessStreams = ownsProcessStreams
    }

    package func out(_ text: TerminalText) { writeOut(text.text) }

    package func err(_ text: TerminalText) { writeErr(text.text) }

    func with(environment: [String: String]) -> Terminal { modified(self) { $0.environment = environment } }

    /// Serializes the output of the process. A signal's clean-up keeps the lock, so that no other thread prints the
    /// result of removed files.
    private static let output = NSRecursiveLock()

    /// Waits at most a second for a thread that prints to a stalled reader.
    static func stopOutputOfOtherThreads() { _ = output.lock(before: Date(timeIntervalSinceNow: 1)) }

    /// Waits for the clean-up of a signal, which ends the process.
    static func awaitCleanUp() { output.withLock {} }

    package static func process() -> Terminal {
        let environment = ProcessInfo.processInfo.environment
        SignalWatch.ignoreBrokenPipes()
        // Code under test must not write to descriptors that a shell or a pipeline left open.
        Descriptors.keepAllFromOthers()
        let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        let answer: @Sendable () -> String? = { readLine() }
        var terminal = Terminal(
            out: { text in
                output.withLock {
                    do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
                        endAfterFailedWrite(error)
                    }
                }
            },
            err: { text in
                output.withLock {
                    do { try FileHandle.standardError.write(contentsOf: Data(text.utf8)) } catch { return }
                }
            },
            readInput: { try FileHandle.standardInput.readToEnd() ?? Data() },
            readAnswer: isInteractive ? answer : nil,
            environment: environment, isOutTerminal: isatty(STDOUT_FILENO) == 1,
            isErrTerminal: isatty(STDERR_FILENO) == 1,
            width: columns(environment), ownsProcessStreams: true)
        terminal.program = program(environment)
        return terminal
    }

    /// The variable with which a launcher such as the plugin sets `program`.
    package static let programVariable = "CONTRACT_PROGRAM"

    private static func program(_ environment: [String: String]) -> String {
        if let program = environment[programVariable], !program.isEmpty { return program }
        guard let executable = Bundle.main.executableURL, executable.path.contains("/.build/") else {
            return "contracts"
        }
        return "swift run \(executable.lastPathComponent)"
    }

    /// Exits after a failed write to standard output. A closed pipe is no error; a full disk is.
    private static func endAfterFailedWrite(_ error: any Error) {
        let message: TerminalText =
            errno == EPIPE ? "" : "contracts: cannot write to standard output: \(error.localizedDescription)\n"
        end(message, .notEvaluated)
    }

    static func end(_ message: TerminalText, _ code: ExitCode) -> Never {
        do { try FileHandle.standardError.write(contentsOf: Data(message.text.utf8)) } catch { _exit(code.rawValue) }
        // `_exit` skips `atexit` handlers, which belong to code under test.
        fflush(nil)
        _exit(code.rawValue)
    }

    private static func columns(_ environment: [String: String]) -> Int? {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
