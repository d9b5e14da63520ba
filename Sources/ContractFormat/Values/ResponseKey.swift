/// The key of a response: which statuses it speaks of (as in OpenAPI), and perhaps the name of a second shape of them.
package struct ResponseKey: Sendable, Hashable, CustomStringConvertible {
    /// The key as the contract has it: `200`, `4XX`, `default`, `200 no data`.
    package let description: String
    /// The part that speaks of statuses: `200`, `4XX`, `default`.
    package let status: String
    /// The statuses that it speaks of; empty where the key is none, which is told when it is read.
    package let statuses: Range<Int>

    /// Whether it names a second shape, which a case has to ask for.
    package var isVariant: Bool { status != description }

    package init(_ text: String) {
        let code = text.prefix { $0 != " " }
        statuses = Self.statuses(code) ?? 0..<0
        status = String(code)
        description = text
    }

    private static func statuses(_ code: Substring) -> Range<Int>? {
        if code == "default" { return 0..<1000 }
        let digits = code.utf8.map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.count == 3, (1...5).contains(digits[0]) else { return nil }
        if code.hasSuffix("XX") { return digits[0] * 100..<(digits[0] + 1) * 100 }
        guard digits.allSatisfy((0...9).contains), let status = Int(code) else { return nil }
        return status..<status + 1
    }
}
