extension JSON {
    /// The value and all that it holds, the outer before the inner; each with the name of its member, where it is one.
    package var descendants: [(name: String?, value: JSON)] {
        var found: [(name: String?, value: JSON)] = [(nil, self)]
        var next = 0
        while next < found.count {
            switch found[next].value {
            case .null, .bool, .number, .string: break
            case .array(let elements): found += elements.map { (nil, $0) }
            case .object(let members): found += members.map { ($0.key, $0.value) }
            }
            next += 1
        }
        return found
    }
}
