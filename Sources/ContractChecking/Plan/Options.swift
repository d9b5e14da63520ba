import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The way a suite is verified: which checks, by which rules, and how servers are called and recorded.
public struct Options: Sendable {
    /// The source of responses; `nil` asks `CONTRACT_MODE`, and is replay where that is not set.
    public var mode: Mode?
    /// The variables that `{env:NAME}` reads, in live and record mode.
    public var environment: [String: String]
    /// The selected checks.
    public var selection: Selection
    /// The way servers are called, in live and record mode.
    public var servers = Servers()
    /// The rules by which a recording run treats what it is given.
    public var recording = RecordingRules()
    /// The age from which replayed recordings are stale; `nil` takes them at any age.
    package var maximumAge: RecordingAge?
    package var observers = Observers()
    /// The number of pieces of work that run at once; recording and live runs are always one after another within a
    /// service.
    public var jobs: Int
    /// Makes the check of a contract's strength; `nil` for a run without scores.
    package var strength: (@Sendable (Check, ServiceRun) -> any PlannedWork)?
    /// Makes up the responses of contracts; `nil` for a run that calls servers.
    package var madeUp: (@Sendable ([Contract]) -> Network)?
    /// Seconds after which a client call counts as hanging.
    public var deadline = 30.0
    /// The limits of the whole run.
    public var budget = Budget()
    /// The least severity that fails a check.
    public var failOn = Severity.error
    /// The kinds of checks whose results list their probes.
    package var listed: Set<Check.Kind> = [.model]
    /// The clock by which findings are accepted, and no longer accepted.
    package var now: @Sendable () -> Date = { Date() }
    /// The start of the command that repeats a check; `nil` is `contracts verify` in the mode of the run.
    public var command: String?
    /// The whole command that repeats any check, where no command line takes `--only`, such as that of a test.
    package var repeats: String?

    /// Makes options; what is not given comes from the environment or is the default.
    public init(mode: Mode? = nil, only: [String] = []) {
        self.mode = mode
        selection = Selection(only: only)
        environment = ProcessInfo.processInfo.environment
        jobs = Self.processors
    }

    /// Foundation reads files for it each time.
    private static let processors = ProcessInfo.processInfo.activeProcessorCount

    /// Globs over check identifiers, as the selection has them.
    public var only: [String] {
        get { selection.only }
        set { selection.only = newValue }
    }

    /// Whether requests that may change something go to servers that are not on this machine.
    public var allowsUnsafeMethods: Bool {
        get { servers.allowsUnsafeMethods }
        set { servers.allowsUnsafeMethods = newValue }
    }
}

extension Options {
    /// The selected checks: those that are named, and of them the part of a shard.
    public struct Selection: Sendable, Hashable {
        /// Globs over check identifiers (`*` any text, `?` one character); empty runs every check.
        public var only: [String] = []
        /// The part of the checks that this run takes.
        public var shard: Shard?
        /// Whether a recording run takes only the cases and scenarios that have no recording yet.
        public var onlyMissing = false

        /// Makes a selection; without anything it takes every check.
        public init(only: [String] = [], shard: Shard? = nil, onlyMissing: Bool = false) {
            self.only = only
            self.shard = shard
            self.onlyMissing = onlyMissing
        }

        /// Whether a check is asked for, by name and by shard.
        package func takes(_ check: Check) -> Bool {
            (only.isEmpty || only.contains { Glob($0).matches(check.id) }) && (shard?.takes(check) ?? true)
        }
    }

    /// The limits of a whole run. A finding reports each that is reached.
    public struct Budget: Sendable, Hashable {
        /// Seconds; checks that have not begun then are not evaluated.
        public var seconds = 3600.0
        /// The total number of schema applications allowed to long evaluations.
        public var steps = 500_000_000
        /// The findings of one check.
        public var findings = 500
        /// The bytes of the texts of all findings.
        public var bytes = 16 << 20

        /// Makes the defaults, which no ordinary run comes near.
        public init() {}
    }

    /// The way servers are called.
    public struct Servers: Sendable {
        /// Production origins and where their requests are sent instead.
        public var origins: [String: String] = [:]
        /// The transport that performs requests; `nil` is a `LiveTransport`.
        public var transport: (any Transport)?
        /// The limits by which servers that are not on this machine are spared: requests at once, pauses, retries.
        public var limits = PoliteTransport.Limits()
        /// Whether requests that may change something (POST, PUT, PATCH, DELETE) go to servers that are not on this
        /// machine; without it such a check is not evaluated.
        public var allowsUnsafeMethods = false
        /// Makes a TLS handshake of its own with a host and a port, to explain what is wrong with a server.
        package var handshake: (@Sendable (_ host: String, _ port: Int) async -> TLSHandshake)?

        /// Makes the defaults.
        public init() {}
    }

    /// The rules by which a recording run treats what it is given.
    public struct RecordingRules: Sendable, Hashable, Codable {
        /// Whether recording is allowed where `CI` is set.
        public var allowsCI = false
        /// Whether a recording with what looks like a credential is refused, instead of written with a warning.
        public var strictSecrets = false
        /// Recordings made before this moment are written anew though nothing changed in them.
        package var refreshesBefore: Date?
        /// Whether the run reports what would change and writes nothing.
        package var comparesOnly = false
        /// The source of the responses, written as `_provenance`.
        package var provider = Recording.Provenance.Provider.live

        /// Makes rules; what is not given is not asked for.
        public init(allowsCI: Bool = false, strictSecrets: Bool = false) {
            self.allowsCI = allowsCI
            self.strictSecrets = strictSecrets
        }
    }

    package struct Observers: Sendable {
        /// Called with each result as it is ready, from any task.
        package var progress: (@Sendable (CheckResult) -> Void)?
        /// Called now and then with a check that is running in a worker, and its step.
        package var running: (@Sendable (Check, Int) -> Void)?
        /// Observes every step that runs the code under test.
        package var monitor: (any RunMonitor)?
    }
}

/// One of N parts of a suite's checks; all parts together hold every check once.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// From 1 to `count`.
    public let index: Int
    /// The number of parts.
    public let count: Int

    /// Reads `I/N`, from `1/N` to `N/N`.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
        self.init(index: index, count: count)
    }

    /// Makes a part; `nil` unless the index is from 1 to the count.
    public init?(index: Int, count: Int) {
        guard count > 0, (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// `2/4`.
    public var description: String { "\(index)/\(count)" }

    /// Whether the check is of this part: by a hash of its identifier, so that other checks do not move it.
    package func takes(_ check: Check) -> Bool {
        Int(Fingerprint.hash(check.id) % UInt64(count)) == index - 1
    }
}
