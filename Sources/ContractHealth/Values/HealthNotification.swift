import ContractChecking
import ContractReporting
import Foundation

package struct HealthNotification: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case alert
        case resolved
        case reminder
    }

    package let kind: Kind
    package let service: String
    package let endpoint: String
    package let verdict: HealthVerdict
    /// The verdict of the previous notification, initially `healthy`.
    package let previous: HealthVerdict
    package let since: Date
    package let date: Date
    package var messages: [String] = []
}

extension Finding {
    package var sentence: String {
        var text = message
        if let found { text += " (found \(found)\(expected.map { ", expected \($0)" } ?? ""))" }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 })
        ).bounded(to: 300)
    }
}
