import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#endif

/// The streams of a command and what is known of them.
package struct Terminal: Sendable {
    package let out: @Sendable (String) -> Void
    package let err: @Sendable (String) -> Void
    package let readInput: @Sendable () throws -> Data
    /// Reads a line that a person types; `nil` where there is nobody to ask.
    package let readAnswer: (@Sendable () -> String?)?
    package private(set) var environment: [String: String]
    /// Whether standard output is a terminal.
    package let isOutTerminal: Bool
    /// Whether standard error is a terminal, so that progress is welcome there.
    package let isErrTerminal: Bool
    /// Columns of the terminal, if there is one.
    package let width: Int?
    /// Whether these are the process's own streams, so that another process of the same executable can stand in for it.
    package let isProcess: Bool
    /// The supervisor that this process works for, if it is a worker.
    private(set) var worker: WorkerLink?

    package init(
        out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void,
        readInput: @escaping @Sendable () throws -> Data = { Data() }, readAnswer: (@Sendable () -> String?)? = nil,
        environment: [String: String] = [:], isOutTerminal: Bool = false, isErrTerminal: Bool = false,
        width: Int? = nil, isProcess: Bool = false
    ) {
        self.out = out
        self.err = err
        self.readInput = readInput
        self.readAnswer = readAnswer
        self.environment = environment
        self.isOutTerminal = isOutTerminal
        self.isErrTerminal = isErrTerminal
        self.width = width
        self.isProcess = isProcess
    }

    /// The same streams with other variables.
    func with(environment: [String: String]) -> Terminal {
        var terminal = self
        terminal.environment = environment
        return terminal
    }

    /// The streams of this process.
    package static func process() -> Terminal {
        let environment = ProcessInfo.processInfo.environment
        // A reader that is gone is an error of writing, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let worker = environment[WorkerLink.variable].map { _ in takeOver() }
        let isSomebodyThere = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        let answer: @Sendable () -> String? = { readLine() }
        var terminal = Terminal(
            out: { text in
                do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
                    endWithoutReader(error, worker)
                }
            },
            err: { text in
                // There is nobody left to tell.
                do { try FileHandle.standardError.write(contentsOf: Data(text.utf8)) } catch { return }
            },
            readInput: { try FileHandle.standardInput.readToEnd() ?? Data() },
            readAnswer: isSomebodyThere ? answer : nil,
            environment: environment, isOutTerminal: isatty(STDOUT_FILENO) == 1,
            isErrTerminal: isatty(STDERR_FILENO) == 1 || worker?.order.isErrTerminal == true,
            width: columns(environment), isProcess: true)
        terminal.worker = worker
        return terminal
    }

    /// Takes up the work of a supervisor, without whom there is nothing to do.
    private static func takeOver() -> WorkerLink {
        do { return try WorkerLink() } catch {
            end("contracts: \(error.message)\n", error.code)
        }
    }

    /// Standard output takes nothing more: a reader that has seen enough is no fault, a full disk is.
    private static func endWithoutReader(_ error: any Error, _ worker: WorkerLink?) {
        let message =
            errno == EPIPE ? "" : "contracts: cannot write to standard output: \(error.localizedDescription)\n"
        do { try worker?.finish(.notEvaluated) } catch { _exit(ExitCode.notEvaluated.rawValue) }
        end(message, .notEvaluated)
    }

    /// Ends the process with a message, where nobody is left who could do it.
    private static func end(_ message: String, _ code: ExitCode) -> Never {
        do { try FileHandle.standardError.write(contentsOf: Data(message.utf8)) } catch { _exit(code.rawValue) }
        exit(code.rawValue)
    }

    private static func columns(_ environment: [String: String]) -> Int? {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
