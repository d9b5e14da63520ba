extension Sequence where Element: Hashable {
    /// The distinct elements, in the order of their first occurrence.
    package var distinct: [Element] { distinct { $0 } }

    /// The number of times that each element occurs.
    package var counts: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension Array where Element: Hashable {
    /// Returns the elements without others, each of which removes one equal element.
    package func removing(_ others: [Element]) -> [Element] {
        var left = others.counts
        return filter { element in
            guard let count = left[element], count > 0 else { return true }
            left[element] = count - 1
            return false
        }
    }
}

extension Sequence {
    package func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }

    package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var groups: [(key: Key, elements: [Element])] = []
        var index: [Key: Int] = [:]
        for element in self {
            let key = key(element)
            if let known = index[key] {
                groups[known].elements.append(element)
            } else {
                index[key] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }
}

extension Collection {
    /// Returns the results of all elements, or `nil` if one has none.
    package func mapAll<Result>(_ transform: (Element) -> Result?) -> [Result]? {
        let results = compactMap(transform)
        return results.count == count ? results : nil
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the first index from which on all elements meet a condition that none before it meets.
    @inlinable package func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isLater(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Set {
    /// Returns the transitive closure under `next`.
    package func reaching(_ next: (Element) -> some Sequence<Element>) -> Set {
        var reached = self
        var waiting = Array(self)
        while let element = waiting.popLast() { waiting += next(element).filter { reached.insert($0).inserted } }
        return reached
    }
}

extension [String] {
    /// Returns at most `limit` elements, followed by `and N more` if some are left out.
    package func truncated(to limit: Int) -> [String] {
        count > limit ? prefix(limit) + ["and \(count - limit) more"] : self
    }
}
