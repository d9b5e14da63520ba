/// A stack of bit sets that hold the evaluated properties or elements of values.
struct MarkStack: ~Copyable {
    private var words: [UInt64] = []
    private var sets: [(start: Int, count: Int)] = []

    mutating func push(count: Int) -> Int {
        let length = (count + 63) / 64
        sets.append((words.count, length))
        words.append(contentsOf: repeatElement(0, count: length))
        return sets.count - 1
    }

    mutating func push(like set: Int) -> Int { push(count: sets[set].count * 64) }

    mutating func pop(to set: Int) {
        words.removeSubrange(sets[set].start...)
        sets.removeSubrange(set...)
    }

    func contains(_ set: Int, _ position: Int) -> Bool {
        words[sets[set].start + (position >> 6)] & (1 << UInt64(position & 63)) != 0
    }

    mutating func insert(_ set: Int, _ position: Int) {
        words[sets[set].start + (position >> 6)] |= 1 << UInt64(position & 63)
    }

    mutating func insertFirst(_ count: Int, at set: Int) {
        let start = sets[set].start
        for word in 0..<(count >> 6) { words[start + word] = .max }
        let rest: UInt64 = 1 << UInt64(count & 63)
        if rest > 1 { words[start + (count >> 6)] |= rest - 1 }
    }

    mutating func merge(_ set: Int, into other: Int) {
        for word in 0..<sets[set].count { words[sets[other].start + word] |= words[sets[set].start + word] }
    }
}
