/// The key of a response: which statuses it speaks of (as in OpenAPI), and perhaps the name of a second shape of them.
package struct ResponseKey: Sendable, Hashable, CustomStringConvertible {
    /// The statuses that a key speaks of.
    package enum Range: Sendable, Hashable {
        /// `200`.
        case status(Int)
        /// `4XX`: the statuses that begin with this digit.
        case hundred(Int)
        /// `default`: every status.
        case any

        package func contains(_ status: Int) -> Bool {
            switch self {
            case .status(let code): status == code
            case .hundred(let digit): status / 100 == digit
            case .any: true
            }
        }
    }

    package let range: Range
    /// The key as the contract has it: `200`, `4XX`, `default`, `200 no data`.
    package let description: String
    /// Whether it names a second shape, which a case has to ask for.
    package let isVariant: Bool

    /// Reads a key; `nil` where it speaks of no status.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard let code = parts.first, let range = Range(code) else { return nil }
        self.range = range
        description = text
        isVariant = parts.count > 1
    }
}

extension ResponseKey.Range {
    fileprivate init?(_ code: Substring) {
        if code == "default" {
            self = .any
            return
        }
        let digits = Array(code.utf8)
        guard digits.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(digits[0]) else { return nil }
        if code.hasSuffix("XX") {
            self = .hundred(Int(digits[0] - UInt8(ascii: "0")))
        } else if let status = Int(code), digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
            self = .status(status)
        } else {
            return nil
        }
    }
}
