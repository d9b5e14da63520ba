import ContractChecking
import Foundation

/// A message to the operator: that the settled verdict of an endpoint changed, or that it still is not healthy.
public struct HealthNotification: Sendable, Hashable {
    /// The reason why it is sent.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The settled verdict is another one, and not healthy.
        case alert
        /// The settled verdict is healthy again.
        case resolved
        /// The settled verdict is what it was, and not healthy.
        case reminder
    }

    /// The reason why it is sent.
    public let kind: Kind
    /// The service's name in the contract.
    public let service: String
    /// The endpoint's name in the contract.
    public let endpoint: String
    /// The settled verdict.
    public let verdict: HealthVerdict
    /// The verdict that the operator was told before; `healthy` at first.
    public let previous: HealthVerdict
    /// The time when the settled verdict began to hold.
    public let since: Date
    /// The time when the round began that gave rise to it.
    public let date: Date
    /// The fault, in a few sentences without secrets.
    public var messages: [String] = []
}

extension Finding {
    /// The message with what was found instead of what was expected, short enough for a line.
    package var sentence: String {
        let most = 300
        var text = message
        if let found { text += " (found \(found)\(expected.map { ", expected \($0)" } ?? ""))" }
        // A line of a log or of a mail is a line.
        text = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
        return text.count > most ? text.prefix(most - 1) + "…" : text
    }
}
