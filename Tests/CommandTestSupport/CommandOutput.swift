import ContractChecking
import ContractCommand
import Foundation

/// The exit code and the output of a command line.
package struct CommandOutput: Sendable {
    package let code: ExitCode
    package let out: String
    package let err: String

    package init(code: ExitCode, out: String, err: String) {
        self.code = code
        self.out = out
        self.err = err
    }

    /// Runs a command line over a suite in this process. Prompts receive `answer`; without one, the terminal is not
    /// interactive.
    package static func of(
        _ words: [String], over suite: ContractSuite, provider: LocalProviderBinding? = nil,
        environment: [String: String] = [:], input: String = "", answer: String? = nil, now: Date? = nil
    ) async -> CommandOutput {
        let out = Locked("")
        let err = Locked("")
        let typed: @Sendable () -> String? = { answer }
        var terminal = Terminal(
            out: { text in out.withLock { $0 += text } }, err: { text in err.withLock { $0 += text } },
            readInput: { Data(input.utf8) }, readAnswer: answer == nil ? nil : typed, environment: environment)
        if let now { terminal.now = { now } }
        let code = await CommandRunner(suite: suite, provider: provider, terminal: terminal).run(words)
        return CommandOutput(code: code, out: out.withLock { $0 }, err: err.withLock { $0 })
    }
}
