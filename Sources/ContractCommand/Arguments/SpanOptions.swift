import ContractChecking
import ContractHealth
import JSONSchema

extension ParsedArguments {
    func span(_ name: String) throws -> TimeSpan? {
        guard let word = self[name] else { return nil }
        guard let span = TimeSpan(word) else {
            throw CommandError(
                "'\(word)' is not a valid value for '--\(name)'; expected a span such as 30s, 5m, 4h or 2d")
        }
        return span
    }

    /// Parses a number of seconds as in contracts (`0.25`), or a span (`250ms`, `2m`) of at most an hour. A number
    /// above 60 without a unit is rejected, because it most likely means milliseconds.
    func seconds(_ name: String, from least: Double = 0) throws -> Double? {
        guard let word = self[name] else { return nil }
        if let number = JSONNumber(text: word)?.doubleValue, (least...60).contains(number) { return number }
        if let seconds = TimeSpan(word)?.seconds, (least...3600).contains(seconds) { return seconds }
        throw CommandError(
            "'\(word)' is not a valid value for '--\(name)'; expected seconds from \(JSONNumber(least)?.text ?? "0") to 60, such as 0.25, or a span up to 1h, such "
                + "as 250ms or 2m")
    }
}

/// The option that reports old and made-up recordings: `--max-age 90d`, or `90d=error` to make them fail.
enum MaximumAge {
    static let option = OptionSpec(
        "max-age", "SPAN[=error]", "report recordings that are older (90d, 12h) or made up as warnings or errors")

    static let refreshing = OptionSpec(
        "max-age", "SPAN", "rewrite older recordings (90d, 12h) even if they are unchanged")

    static func read(_ arguments: ParsedArguments) throws -> RecordingAge? {
        guard let word = arguments["max-age"] else { return nil }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let text = parts.first, let span = TimeSpan(text),
            parts.count == 1 || ["error", "warning"].contains(parts[1])
        else {
            throw CommandError(
                "'\(word)' is not a valid value for '--max-age'; expected a span of at most 366d such as 90d or 12h, or 90d=error"
            )
        }
        return RecordingAge(limit: span.seconds, text: text, severity: parts.last == "error" ? .error : .warning)
    }
}
