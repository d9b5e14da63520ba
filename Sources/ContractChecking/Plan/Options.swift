import ContractFormat
import Foundation
import HTTPRecording

/// How a suite is verified.
public struct Options: Sendable {
    /// Where responses come from; `nil` asks `CONTRACT_MODE`, and is replay where that is not set.
    public var mode: Mode?
    /// Globs over check identifiers (`*` any text, `?` one character); empty runs every check.
    public var only: [String] = []
    /// The part of the checks that this run takes.
    public var shard: Shard?
    /// The least severity that fails a check.
    public var failOn = Severity.error
    /// Production origins and where their requests are sent instead, in live and record mode.
    public var origins: [String: String] = [:]
    /// The variables that `{env:NAME}` reads, in live and record mode.
    public var environment: [String: String]
    /// Whether recording is allowed where `CI` is set.
    public var allowsCI = false
    /// How many units run at once; recording and live runs are always one after another within a service.
    public var jobs: Int
    /// Seconds after which a client call counts as hanging.
    public var deadline = 30.0
    /// The start of the command that repeats a check; `nil` is `contracts verify` in the mode of the run.
    public var command: String?
    /// What performs live requests; `nil` is a `LiveTransport`.
    public var transport: (any Transport)?
    /// Whether a recording run takes only the cases and scenarios that have no recording yet.
    public var onlyMissing = false
    /// Whether a recording with what looks like a credential is refused, instead of written with a warning.
    public var strictSecrets = false
    /// How servers that are not on this machine are spared: requests at once, pauses, retries.
    public var limits = PoliteTransport.Limits()
    /// Whether requests that may change something (POST, PUT, PATCH, DELETE) go to servers that are not on this machine;
    /// without it such a check is told as not evaluated.
    public var allowsUnsafeMethods = false
    /// Whether a recording run tells what would change and writes nothing.
    package var comparesOnly = false
    /// Whether the server is the local provider, told in `_provenance`.
    package var isLocal = false
    /// Called with each result as it is ready, from any task.
    package var progress: (@Sendable (CheckResult) -> Void)?
    /// Is told of everything that runs the code under test.
    package var monitor: (any RunMonitor)?

    /// Makes options; what is not given comes from the environment or is the default.
    public init(mode: Mode? = nil, only: [String] = []) {
        self.mode = mode
        self.only = only
        environment = ProcessInfo.processInfo.environment
        jobs = ProcessInfo.processInfo.activeProcessorCount
    }

    /// Whether a check is asked for, by name and by shard.
    package func selects(_ check: Check) -> Bool {
        (only.isEmpty || only.contains { Glob($0).matches(check.id) }) && (shard?.takes(check) ?? true)
    }
}

/// One of N parts of a suite's checks; all parts together hold every check once.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// From 1 to `count`.
    public let index: Int
    /// How many parts there are.
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
