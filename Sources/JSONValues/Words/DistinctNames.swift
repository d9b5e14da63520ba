/// A set of distinct names. By default they differ in more than letter case.
package struct DistinctNames: Sendable {
    private var taken: Set<String>
    /// The last number of each repeated name.
    private var numbers: [String: Int] = [:]
    private let separator: String
    private let end: String
    private let isCaseSensitive: Bool

    /// - Parameters:
    ///   - separator: the text before the number of a repeated name.
    ///   - end: the text after it.
    package init(
        _ names: some Sequence<String> = [], separator: String = "", end: String = "", isCaseSensitive: Bool = false
    ) {
        taken = Set(names.map { isCaseSensitive ? $0 : $0.lowercased() })
        (self.separator, self.end, self.isCaseSensitive) = (separator, end, isCaseSensitive)
    }

    /// Returns the name, numbered if it is taken: `user`, `user2`, `user3`.
    package mutating func take(_ name: String) -> String {
        var candidate = name
        while !taken.insert(isCaseSensitive ? candidate : candidate.lowercased()).inserted {
            let number = numbers[name, default: 1] + 1
            numbers[name] = number
            candidate = "\(name)\(separator)\(number)\(end)"
        }
        return candidate
    }
}

extension DistinctNames {
    /// The names of checks and tests: `a`, `a (2)`, `a (3)`.
    package static var ofTests: DistinctNames { DistinctNames(separator: " (", end: ")", isCaseSensitive: true) }
}
