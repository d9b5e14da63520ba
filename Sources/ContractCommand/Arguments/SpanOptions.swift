import ContractChecking
import ContractHealth
import JSONSchema

extension ParsedArguments {
    func span(_ name: String) throws -> TimeSpan? {
        try value(name, "expected a span such as 30s, 5m, 4h or 2d", TimeSpan.init)
    }

    /// Parses a number of seconds as in contracts (`0.25`), or a span (`250ms`, `2m`) of at most an hour. A number
    /// above 60 without a unit is rejected, because it most likely means milliseconds.
    func seconds(_ name: String, from least: Double = 0) throws -> Double? {
        let start = JSONNumber(least)?.text ?? "0"
        let expectation = "expected seconds from \(start) to 60, such as 0.25, or a span up to 1h, such as 250ms or 2m"
        return try value(name, expectation) { word in
            if let number = JSONNumber(text: word)?.doubleValue, (least...60).contains(number) { return number }
            return TimeSpan(word).flatMap { (least...3600).contains($0.seconds) ? $0.seconds : nil }
        }
    }
}

/// The option that reports old and made-up recordings: `--max-age 90d`, or `90d=error` to make them fail.
enum MaximumAge {
    static let option = OptionSpec(
        "max-age", "SPAN[=error]", "report recordings that are older (90d, 12h) or made up as warnings or errors")

    static let refreshing = OptionSpec(
        "max-age", "SPAN", "rewrite older recordings (90d, 12h) even if they are unchanged")

    static func read(_ arguments: ParsedArguments) throws -> RecordingAge? {
        let expectation = "expected a span of at most 366d such as 90d or 12h, or 90d=error"
        return try arguments.value(option.name, expectation) { word in
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let span = TimeSpan(parts[0]), parts.count == 1 || ["error", "warning"].contains(parts[1]) else {
                return nil
            }
            return RecordingAge(
                limit: span.seconds, text: parts[0], severity: parts.last == "error" ? .error : .warning)
        }
    }
}
