import ContractFormat
import HTTPRecording
import JSONSchema

/// The secrets that the calls of one service take from the environment or capture: no report tells them.
///
/// In replay there is none, as every variable is its placeholder's own text.
package struct RunSecrets: Sendable {
    private let redaction: Redaction
    private let captured = Locked<[Secret]>([])
    /// Whether there is nothing to take out, in any text of the run.
    let isEmpty: Bool

    package init(of contract: Contract, mode: Mode, environment: [String: String]) {
        redaction = CallArguments(mode: mode, environment: environment).redaction(of: contract)
        isEmpty = mode == .replay
    }

    /// Keeps what a scenario captured as a secret.
    func keep(_ secrets: [Secret]) { captured.withLock { $0 += secrets } }

    /// A text for a report.
    package func redacted(_ text: String) -> String {
        isEmpty ? text : redaction.adding(captured.withLock { $0 }).redacted(text)
    }
}
