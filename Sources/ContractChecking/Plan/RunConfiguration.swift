import Foundation
import HTTPRecording

/// How one run is made, decided once from its options and the environment: nothing changes it, and nothing asks again.
package struct RunConfiguration: Sendable {
    package let mode: Mode
    /// The variables that calls read.
    let environment: [String: String]
    /// What performs live requests.
    let network: Network
    /// How many pieces of work run at once.
    let jobs: Int
    /// Seconds after which a client call counts as hanging.
    package let deadline: Double
    /// The least severity that fails a check.
    let failOn: Severity
    /// How a recording run treats what it is given; `nil` for any other.
    let recording: Options.RecordingRules?
    /// Who is told of the run while it goes on.
    let observers: Options.Observers
    private let command: String

    /// Decides what options leave open.
    ///
    /// - Throws: `ModeError`, and `TransportError` for an origin that is none.
    init(_ options: Options) throws {
        let mode = try options.resolvedMode()
        self.init(options, mode: mode, network: mode == .replay ? .none : try Network(options.servers))
    }

    /// - Parameter network: shared by several runs, or none.
    package init(_ options: Options, mode: Mode, network: Network) {
        self.mode = mode
        self.network = network
        environment = options.environment
        // Calls to a server may build on each other.
        jobs = mode == .replay ? max(1, options.jobs) : 1
        deadline = options.deadline
        failOn = options.failOn
        recording = mode == .record ? options.recording : nil
        observers = options.observers
        let modeOption = options.mode.map { $0 == .replay ? "" : " --mode \($0.rawValue)" } ?? ""
        command = options.command ?? "contracts verify\(modeOption)"
    }

    /// The command that runs just this check again.
    func repeatCommand(for check: Check) -> String { "\(command) --only \(ShellWord.quoted(check.id))" }
}

extension Options {
    /// The mode that is asked for, by option or environment.
    package func resolvedMode() throws(ModeError) -> Mode {
        try Mode.resolve(option: mode, environment: environment, allowsCI: recording.allowsCI)
    }
}
