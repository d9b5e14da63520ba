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
    package let environment: [String: String]
    /// Whether standard output is a terminal.
    package let isOutTerminal: Bool
    /// Whether standard error is a terminal, so that progress is welcome there.
    package let isErrTerminal: Bool
    /// Columns of the terminal, if there is one.
    package let width: Int?
    /// Whether these are the process's own streams, so that another process of the same executable can stand in for it.
    package let isProcess: Bool

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
        Terminal(
            out: out, err: err, readInput: readInput, readAnswer: readAnswer, environment: environment,
            isOutTerminal: isOutTerminal, isErrTerminal: isErrTerminal, width: width, isProcess: isProcess)
    }

    /// The streams of this process.
    package static func process() -> Terminal {
        let environment = ProcessInfo.processInfo.environment
        let isSomebodyThere = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        let answer: @Sendable () -> String? = { readLine() }
        // A reader that is gone is an error of writing, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        return Terminal(
            out: { text in
                do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
                    endWithoutReader(error)
                }
            },
            err: { text in
                // There is nobody left to tell.
                do { try FileHandle.standardError.write(contentsOf: Data(text.utf8)) } catch { return }
            },
            readInput: { try FileHandle.standardInput.readToEnd() ?? Data() },
            readAnswer: isSomebodyThere ? answer : nil,
            environment: environment, isOutTerminal: isatty(STDOUT_FILENO) == 1,
            isErrTerminal: isatty(STDERR_FILENO) == 1 || environment[WorkerFolder.terminalVariable] != nil,
            width: columns(environment), isProcess: true)
    }

    /// Standard output takes nothing more: a reader that has seen enough is no fault, a full disk is.
    private static func endWithoutReader(_ error: any Error) {
        if errno != EPIPE {
            let message = "contracts: cannot write to standard output: \(error.localizedDescription)\n"
            do { try FileHandle.standardError.write(contentsOf: Data(message.utf8)) } catch { _exit(3) }
        }
        if let path = ProcessInfo.processInfo.environment[WorkerFolder.variable] {
            do { try WorkerFolder(url: URL(fileURLWithPath: path)).finish(.notEvaluated) } catch { _exit(3) }
        }
        exit(ExitCode.notEvaluated.rawValue)
    }

    private static func columns(_ environment: [String: String]) -> Int? {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
