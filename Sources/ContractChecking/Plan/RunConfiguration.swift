import Foundation
import HTTPRecording
import JSONSchema

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
    /// What the whole run may take.
    let budget: Options.Budget
    /// The least severity that fails a check.
    let failOn: Severity
    /// The age from which recordings are stale; `nil` for none.
    let maximumAge: RecordingAge?
    /// How a recording run treats what it is given; `nil` for any other.
    let recording: Options.RecordingRules?
    /// Who is told of the run while it goes on.
    let observers: Options.Observers
    /// Tells whether two schemas accept the same values.
    let equivalence: (@Sendable (SchemaView, SchemaView) -> SchemaEquivalence)?
    private let command: String
    private let repeats: String?

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
        budget = options.budget
        failOn = options.failOn
        maximumAge = options.maximumAge
        recording = mode == .record ? options.recording : nil
        observers = options.observers
        equivalence = options.equivalence
        let modeOption = options.mode.map { $0 == .replay ? "" : " --mode \($0.rawValue)" } ?? ""
        repeats = options.repeats
        command = options.command ?? "contracts verify\(modeOption)"
    }

    /// The configuration of a replay of what this run is about to write.
    var rehearsal: RunConfiguration {
        var options = Options(mode: .replay)
        (options.environment, options.deadline, options.jobs) = ([:], deadline, 1)
        return RunConfiguration(options, mode: .replay, network: .none)
    }

    /// The command that runs just this check again.
    func repeatCommand(for check: Check) -> String { repeats ?? "\(command) --only \(ShellWord.glob(check.id))" }
}

extension Options {
    /// The mode that is asked for, by option or environment.
    package func resolvedMode() throws(ModeError) -> Mode {
        try Mode.resolve(option: mode, environment: environment, allowsCI: recording.allowsCI)
    }
}
