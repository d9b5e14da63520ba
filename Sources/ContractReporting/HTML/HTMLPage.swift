import EmbeddedTexts
import Foundation
import HTTPRecording

/// A self-contained page without network access or fonts.
///
/// Its Content-Security-Policy allows only its own style and script, by hash, in case escaping fails.
package enum HTMLPage {
    package enum Color: String, Sendable {
        case good = "23a065"
        case bad = "d33f35"
        case doubtful = "c98a10"
    }

    package static let style = "\n" + String(cString: embedded_report_css())

    /// - Parameter fetchesItself: Whether the script reloads the page from its own server.
    package static func head(
        title: String, style: String, script: String? = nil, fetchesItself: Bool = false, color: Color
    ) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy(style: style, script: script, fetchesItself))">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>\(title.markupText)</title>
        <link rel="icon" href="data:image/svg+xml,\(icon(color))">
        <style>\(style)</style>
        </head>
        <body>

        """
    }

    /// Returns the page header: verdict class, symbol, title, facts as markup, and a bar.
    package static func masthead(
        _ verdict: String, sign: String, title: String, facts: [String], bar: String
    ) -> String {
        """
        <a class="skip" href="#results">Skip to the results</a>
        <header class="masthead \(verdict)">
        <h1><span class="sign" aria-hidden="true">\(sign)</span> \(title.markupText)</h1>
        <p class="facts">\(facts.joined(separator: " <span aria-hidden=\"true\">·</span> "))</p>
        \(bar)
        </header>

        """
    }

    package static func time(_ date: Date) -> String {
        "<time datetime=\"\(date.stamp)\">"
            + "\(date.stamp.replacing("T", with: " ").replacing("Z", with: " UTC"))</time>"
    }

    package static func foot(tool: String, script: String? = nil) -> String {
        let script = script.map { "<script>\($0)</script>\n" } ?? ""
        return "<footer>\(tool.markupText)</footer>\n\(script)</body>\n</html>\n"
    }

    private static func policy(style: String, script: String?, _ fetchesItself: Bool) -> String {
        let scripts =
            (script.map { "script-src \(source($0)); " } ?? "") + (fetchesItself ? "connect-src 'self'; " : "")
        return
            "default-src 'none'; style-src \(source(style)); \(scripts)img-src data:; base-uri 'none'; form-action 'none'"
    }

    private static func source(_ text: String) -> String {
        "'sha256-\(Data(SHA256.hash(Array(text.utf8))).base64EncodedString())'"
    }

    private static func icon(_ color: Color) -> String {
        "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
            + "%3Ccircle cx='8' cy='8' r='7' fill='%23\(color.rawValue)'/%3E%3C/svg%3E"
    }
}
