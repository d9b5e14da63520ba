/// Names that are numbered if they repeat: `a`, `a (2)`, `a (3)`.
package struct UniqueNames {
    private var used: Set<String> = []
    private var counts: [String: Int] = [:]

    package init() {}

    package mutating func next(for name: String) -> String {
        var unique = name
        while !used.insert(unique).inserted {
            counts[name, default: 1] += 1
            unique = "\(name) (\(counts[name, default: 1]))"
        }
        return unique
    }
}
