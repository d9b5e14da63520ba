extension Sequence where Element: Hashable {
    /// Each element once, in the order of the first of each.
    package var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
