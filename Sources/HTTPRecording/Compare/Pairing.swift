struct Pairing {
    /// A request without its values: method, origin, path and query item names.
    struct Shape: Hashable {
        let method: String
        let origin: String
        let segments: [[UInt8]]
        let names: [[UInt8]]

        /// - Parameter segment: the index of a path segment that may differ if it contains a digit. Identifiers often
        ///   contain digits; resource names rarely do.
        init(_ key: RequestKey, without segment: Int?) {
            method = key.method
            origin = key.origin
            segments = key.segments.enumerated().map {
                $0.offset == segment && $0.element.contains(where: \.isASCIIDigit) ? [] : $0.element
            }
            names = key.query.map(\.name)
        }
    }

    private let old: [HTTPExchange]
    private let new: [HTTPExchange]
    private(set) var matches: [Int: Int] = [:]
    private(set) var remaining: [Int]

    init(_ old: [HTTPExchange], _ new: [HTTPExchange]) {
        self.old = old
        self.new = new
        remaining = Array(old.indices)
    }

    /// Pairs the remaining exchanges that have equal keys, in order.
    mutating func pair(by key: (HTTPExchange) -> some Hashable) {
        guard !remaining.isEmpty, matches.count < new.count else { return }
        var waiting = Dictionary(grouping: remaining) { AnyHashable(key(old[$0])) }.mapValues { $0[...] }
        for index in new.indices where matches[index] == nil {
            matches[index] = waiting[AnyHashable(key(new[index]))]?.popFirst()
        }
        remaining = waiting.values.joined().sorted()
    }
}
