import ContractChecking
import ContractReporting
import Foundation

/// A message to the operator: that the settled verdict of an endpoint changed, or that it still is not healthy.
package struct HealthNotification: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case alert
        case resolved
        /// The settled verdict is what it was, and not healthy.
        case reminder
    }

    package let kind: Kind
    package let service: String
    package let endpoint: String
    package let verdict: HealthVerdict
    /// The verdict that the operator was last notified of; `healthy` at first.
    package let previous: HealthVerdict
    package let since: Date
    package let date: Date
    package var messages: [String] = []
}

extension Finding {
    /// The message with what was found instead of what was expected, short enough for a line.
    package var sentence: String {
        var text = message
        if let found { text += " (found \(found)\(expected.map { ", expected \($0)" } ?? ""))" }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 })
        ).bounded(to: 300)
    }
}
