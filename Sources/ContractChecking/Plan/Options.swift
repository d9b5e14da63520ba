import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The options of a verification run.
public struct Options: Sendable {
    /// The mode. If `nil`, `CONTRACT_MODE` decides, and otherwise the mode is replay.
    public var mode: Mode?
    /// The variables for `{env:NAME}` in live and record mode.
    public var environment: [String: String]
    /// The selected checks.
    public var selection: Selection
    /// The options of requests to servers, in live and record mode.
    public var servers = Servers()
    /// The options of a recording run.
    public var recording = RecordingRules()
    package var maximumAge: RecordingAge?
    package var observers = Observers()
    /// The number of concurrent work items. Live and recording runs have no concurrency.
    public var jobs: Int
    /// Creates strength checks, or `nil` for a run without scores.
    package var strength: (@Sendable (Check, ServiceRun) -> any PlannedWork)?
    /// Creates a network of generated responses, or `nil` for a run that calls servers.
    package var generatedNetwork: (@Sendable ([Contract]) -> Network)?
    /// The seconds after which a client call counts as hung.
    public var deadline = 30.0
    /// The limits of the run.
    public var budget = Budget()
    /// The lowest severity that fails a check.
    public var failOn = Severity.error
    /// The kinds of checks whose results list their probes.
    package var kindsListingProbes: Set<Check.Kind> = [.model]
    /// Returns the current date, for the expiry of acceptances.
    package var now: @Sendable () -> Date = { Date() }
    /// The start of the repeat command. Defaults to `contracts verify` in the mode of the run.
    public var command: String?
    /// The complete repeat command for runners without `--only`, such as tests.
    package var fixedRepeatCommand: String?

    /// Creates options. Defaults come from the environment.
    public init(mode: Mode? = nil, only: [String] = []) {
        self.mode = mode
        selection = Selection(only: only)
        environment = ProcessInfo.processInfo.environment
        jobs = Self.processors
    }

    /// Cached, because Foundation reads files on each access.
    private static let processors = ProcessInfo.processInfo.activeProcessorCount

    /// The globs of the selection.
    public var only: [String] {
        get { selection.only }
        set { selection.only = newValue }
    }

    /// Whether unsafe requests may be sent to remote servers.
    public var allowsUnsafeMethods: Bool {
        get { servers.allowsUnsafeMethods }
        set { servers.allowsUnsafeMethods = newValue }
    }
}

extension Options {
    /// The selection of checks by name and shard.
    public struct Selection: Sendable, Hashable {
        /// Globs for check identifiers: `*` matches any string, `?` one character. Empty selects every check.
        public var only: [String] = []
        /// The shard to run.
        public var shard: Shard?
        /// Whether a recording run skips cases and scenarios that have a recording.
        public var onlyMissing = false

        /// Creates a selection. By default it includes every check.
        public init(only: [String] = [], shard: Shard? = nil, onlyMissing: Bool = false) {
            self.only = only
            self.shard = shard
            self.onlyMissing = onlyMissing
        }

        package func takes(_ check: Check) -> Bool {
            (only.isEmpty || only.contains { Glob($0).matches(check.id) }) && (shard?.takes(check) ?? true)
        }
    }

    /// The limits of a run. Each limit reached is reported as a finding.
    public struct Budget: Sendable, Hashable {
        /// The time limit in seconds. Checks that have not started by then are not evaluated.
        public var seconds = 3600.0
        /// The total number of schema applications allowed to long evaluations.
        public var steps = 500_000_000
        /// The maximum number of findings per check.
        public var findings = 500
        /// The maximum size of all finding texts, in bytes.
        public var bytes = 16 << 20

        /// Creates the default limits, far above ordinary runs.
        public init() {}
    }

    /// The options of requests to servers.
    public struct Servers: Sendable {
        /// Maps production origins to the origins that receive their requests.
        public var origins: [String: String] = [:]
        /// The transport of requests. Defaults to a `LiveTransport`.
        public var transport: (any Transport)?
        /// The limits for remote servers: concurrency, pauses and retries.
        public var limits = PoliteTransport.Limits()
        /// Whether unsafe requests (POST, PUT, PATCH, DELETE) may be sent to remote servers. Otherwise such checks are
        /// not evaluated.
        public var allowsUnsafeMethods = false
        /// Performs a separate TLS handshake to diagnose server faults.
        package var handshake: (@Sendable (_ host: String, _ port: Int) async -> TLSHandshake)?

        /// Creates the default options.
        public init() {}
    }

    /// The options of a recording run.
    public struct RecordingRules: Sendable, Hashable, Codable {
        /// Whether recording is allowed if `CI` is set.
        public var allowsCI = false
        /// Whether a suspected credential prevents recording, instead of causing a warning.
        public var strictSecrets = false
        /// The date before which unchanged recordings are rewritten.
        package var refreshesBefore: Date?
        package var comparesOnly = false
        /// The source of the responses, written as `_provenance`.
        package var provider = Recording.Provenance.Provider.live

        /// Creates rules. By default all are off.
        public init(allowsCI: Bool = false, strictSecrets: Bool = false) {
            self.allowsCI = allowsCI
            self.strictSecrets = strictSecrets
        }
    }

    package struct Observers: Sendable {
        package var progress: (@Sendable (CheckResult) -> Void)?
        /// Receives the running checks of workers and their steps, periodically.
        package var running: (@Sendable (Check, Int) -> Void)?
        package var monitor: (any RunMonitor)?
    }
}

/// One of N disjoint parts of a suite's checks.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// The part's number, from 1 to `count`.
    public let index: Int
    /// The number of parts.
    public let count: Int

    /// Parses `I/N`, from `1/N` to `N/N`.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
        self.init(index: index, count: count)
    }

    /// Creates a shard. Returns `nil` unless the index is from 1 to the count.
    public init?(index: Int, count: Int) {
        guard count > 0, (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// For example `2/4`.
    public var description: String { "\(index)/\(count)" }

    /// Whether the shard includes the check. Depends only on a hash of the identifier, not on other checks.
    package func takes(_ check: Check) -> Bool {
        Int(Fingerprint.hash(check.id) % UInt64(count)) == index - 1
    }
}

/// The source of responses.
public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Responses come from recordings. There is no network access.
    case replay
    /// Responses come from the server, and those that meet the contract are recorded.
    case record
    /// Responses come from the server.
    case live

    /// Returns the mode given by the option, else by `CONTRACT_MODE`, else replay.
    ///
    /// - Throws: `ModeError` for an unknown mode, and for `record` if `CI` is set and not allowed.
    package static func resolve(
        option: Mode?, environment: [String: String], allowsCI: Bool
    ) throws(ModeError) -> Mode {
        var mode = option ?? .replay
        if option == nil, let word = environment["CONTRACT_MODE"], !word.isEmpty {
            guard let named = Mode(rawValue: word) else {
                throw ModeError(message: "CONTRACT_MODE is '\(word)'; valid: \(list)")
            }
            mode = named
        }
        if mode == .record, !allowsCI, let value = environment["CI"], !value.isEmpty, value != "false", value != "0" {
            throw ModeError(
                message: "recording while CI is set would verify against the new recordings; --allow-ci allows it")
        }
        return mode
    }

    package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The error of an unknown or disallowed mode.
public struct ModeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault and the valid modes.
    public let message: String

    package init(message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}

extension ContractSuite {
    /// Returns the checks selected by the options, in the suite's order.
    ///
    /// A comparing run selects cases and scenarios. A run for missing recordings selects those without a recording, or
    /// with a made-up one that a server can replace. Both include the contract checks.
    package func selected(by options: Options) -> [Check] {
        let selected = checks.filter(options.selection.takes)
        guard options.selection.onlyMissing || options.recording.comparesOnly else { return selected }
        let existing = loaded.value.services.reduce(into: [String: Set<String>]()) { existing, service in
            guard options.selection.onlyMissing else { return }
            existing[service.name] = Set(service.library.files(of: service.name))
            if options.recording.provider != .madeUp { existing[service.name]?.subtract(service.madeUpRecordings) }
        }
        return selected.filter { check in
            check.kind == .contract
                || check.recording.map { !(existing[check.service]?.contains($0) ?? false) } ?? false
        }
    }
}
