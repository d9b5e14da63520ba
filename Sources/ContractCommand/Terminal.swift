import Foundation

package struct Terminal: Sendable {
    private let writeOut: @Sendable (String) -> Void
    private let writeErr: @Sendable (String) -> Void
    package let readInput: @Sendable () throws -> Data
    /// Reads a line that a person types; `nil` where there is nobody to ask.
    package let readAnswer: (@Sendable () -> String?)?
    package private(set) var environment: [String: String]
    package let isOutTerminal: Bool
    package let isErrTerminal: Bool
    package let width: Int?
    /// Whether these are the process's own streams, so that another process of the same executable can stand in for it.
    package let isProcess: Bool
    package var now: @Sendable () -> Date = { Date() }
    /// The words by which a person starts this command line: `contracts`, `swift run contracts`, `swift package contracts`.
    package private(set) var program = "contracts"

    package init(
        out: @escaping @Sendable (String) -> Void, err: @escaping @Sendable (String) -> Void,
        readInput: @escaping @Sendable () throws -> Data = { Data() }, readAnswer: (@Sendable () -> String?)? = nil,
        environment: [String: String] = [:], isOutTerminal: Bool = false, isErrTerminal: Bool = false,
        width: Int? = nil, isProcess: Bool = false
    ) {
        writeOut = out
        writeErr = err
        self.readInput = readInput
        self.readAnswer = readAnswer
        self.environment = environment
        self.isOutTerminal = isOutTerminal
        self.isErrTerminal = isErrTerminal
        self.width = width
        self.isProcess = isProcess
    }

    package func out(_ text: TerminalText) { writeOut(text.text) }

    package func err(_ text: TerminalText) { writeErr(text.text) }

    func with(environment: [String: String]) -> Terminal {
        var terminal = self
        terminal.environment = environment
        return terminal
    }

    package static func process() -> Terminal {
        let environment = ProcessInfo.processInfo.environment
        // A reader that is gone is an error of writing, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // Code under test must not write to descriptors that a shell or a pipeline left open.
        Descriptors.keepAllFromOthers()
        let isSomebodyThere = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        let answer: @Sendable () -> String? = { readLine() }
        var terminal = Terminal(
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
            isErrTerminal: isatty(STDERR_FILENO) == 1,
            width: columns(environment), isProcess: true)
        terminal.program = program(environment)
        return terminal
    }

    /// The variable by which who starts a command line says how a person does: the plugin sets it.
    package static let programVariable = "CONTRACT_PROGRAM"

    private static func program(_ environment: [String: String]) -> String {
        if let program = environment[programVariable], !program.isEmpty { return program }
        guard let executable = Bundle.main.executableURL, executable.path.contains("/.build/") else {
            return "contracts"
        }
        return "swift run \(executable.lastPathComponent)"
    }

    /// Standard output takes nothing more: a reader that has seen enough is no fault, a full disk is.
    private static func endWithoutReader(_ error: any Error) {
        let message: TerminalText =
            errno == EPIPE ? "" : "contracts: cannot write to standard output: \(error.localizedDescription)\n"
        end(message, .notEvaluated)
    }

    static func end(_ message: TerminalText, _ code: ExitCode) -> Never {
        do { try FileHandle.standardError.write(contentsOf: Data(message.text.utf8)) } catch { _exit(code.rawValue) }
        // No end that code under test brought about: nothing is to be reported.
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
