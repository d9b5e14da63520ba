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

    /// The streams of this process.
    package static func process() -> Terminal {
        let environment = ProcessInfo.processInfo.environment
        let isSomebodyThere = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        let answer: @Sendable () -> String? = { readLine() }
        return Terminal(
            out: { FileHandle.standardOutput.write(Data($0.utf8)) },
            err: { FileHandle.standardError.write(Data($0.utf8)) },
            readInput: { try FileHandle.standardInput.readToEnd() ?? Data() },
            readAnswer: isSomebodyThere ? answer : nil,
            environment: environment,
            isOutTerminal: isatty(STDOUT_FILENO) == 1, isErrTerminal: isatty(STDERR_FILENO) == 1,
            width: columns(environment), isProcess: true)
    }

    private static func columns(_ environment: [String: String]) -> Int? {
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
