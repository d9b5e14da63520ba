import ContractChecking

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
