/// A backtracking search for one match of a program in UTF-8.
///
/// A search with too many steps continues with a memo of failed choices at each position. That bounds the work by
/// pattern size times text length. With back references the memo is invalid, so their steps are limited.
struct PatternMatcher: ~Copyable {
    private let program: PatternProgram
    private let bytes: UnsafeBufferPointer<UInt8>
    private var steps = 0
    private var limit: Int
    /// A bit for each failed choice at each position. Empty before the search takes long.
    private var memo: [UInt64] = []
    private var isLookingAround = false
    private var stack: [Frame] = []
    private var registers: [Int]
    /// The registers at each frame of `stack`.
    private var saved: [Int] = []

    private struct Frame {
        var instruction: Int32
        var position: Int
    }

    private static let maximumSteps = 2_000_000
    private static let maximumMemoBits = 1 << 28

    init(_ program: PatternProgram, _ bytes: UnsafeBufferPointer<UInt8>) {
        self.program = program
        self.bytes = bytes
        limit = program.hasBackreferences ? Self.maximumSteps : 1_000 + 16 * bytes.count
        registers = Array(repeating: -1, count: program.registers)
    }

    /// Starts the memo. Returns false if the search must stop.
    private mutating func extend() -> Bool {
        let bits = program.memoSlots * (bytes.count + 1)
        guard memo.isEmpty, !program.hasBackreferences, bits < Self.maximumMemoBits else { return false }
        memo = Array(repeating: 0, count: bits / 64 + 1)
        limit = max(Self.maximumSteps, 4 * program.instructions.count * (bytes.count + 1))
        return true
    }

    mutating func search() -> PatternMatch {
        var start = 0
        while true {
            let result = run(0, start)
            if result != .absent || start >= bytes.count || program.mustBeginAtStart { return result }
            repeat { start += 1 } while start < bytes.count && bytes[start] & 0xC0 == 0x80
            for register in registers.indices { registers[register] = -1 }
        }
    }

    private mutating func run(_ first: Int, _ start: Int) -> PatternMatch {
        let floor = stack.count
        let savedFloor = saved.count
        defer {
            stack.removeSubrange(floor...)
            saved.removeSubrange(savedFloor...)
        }
        var instruction = first
        var position = start
        while true {
            steps += 1
            if steps > limit, !extend() { return .stopped }
            var holds = true
            switch program.instructions[instruction] {
            case .match: return .found
            case .scalar(let set, let isBackward):
                let next = isBackward ? scalar(before: position) : scalar(at: position)
                if let (scalar, length) = next, program.sets[Int(set)].contains(scalar) {
                    position += isBackward ? -length : length
                } else {
                    holds = false
                }
                instruction += 1
            case .all(let set):
                while let (scalar, length) = scalar(at: position), program.sets[Int(set)].contains(scalar) {
                    position += length
                }
                instruction += 1
            case .split(let preferred, let other, let slot):
                if !memo.isEmpty, !isLookingAround, !enter(slot, position) {
                    holds = false
                } else {
                    stack.append(Frame(instruction: other, position: position))
                    if !registers.isEmpty { saved.append(contentsOf: registers) }
                    instruction = Int(preferred)
                }
            case .jump(let target): instruction = Int(target)
            case .save(let register), .beginLoop(let register):
                registers[Int(register)] = position
                instruction += 1
            case .forget(let groups):
                for register in (groups.lowerBound * 2)..<(groups.upperBound * 2) { registers[register] = -1 }
                instruction += 1
            case .endLoop(let register):
                holds = registers[Int(register)] != position
                instruction += 1
            case .backreference(let list, let isBackward):
                holds = takeBackreference(program.backreferences[Int(list)], isBackward, &position)
                instruction += 1
            case .look(let next, let isNegated):
                // A choice inside a lookaround depends on its start, so the memo is not used.
                let (wasLookingAround, before) = (isLookingAround, registers)
                isLookingAround = true
                let result = run(instruction + 1, position)
                isLookingAround = wasLookingAround
                if result == .stopped { return .stopped }
                holds = (result == .found) != isNegated
                if isNegated || !holds { registers = before }
                instruction = Int(next)
            case .start:
                holds = position == 0
                instruction += 1
            case .end:
                holds = position == bytes.count
                instruction += 1
            case .wordBoundary(let isNegated):
                holds = (isWord(scalar(before: position)) != isWord(scalar(at: position))) != isNegated
                instruction += 1
            }
            if holds { continue }
            guard stack.count > floor else { return .absent }
            let frame = stack.removeLast()
            instruction = Int(frame.instruction)
            position = frame.position
            if !registers.isEmpty {
                let begin = saved.count - registers.count
                for register in registers.indices { registers[register] = saved[begin + register] }
                saved.removeSubrange(begin...)
            }
        }
    }

    /// Records a choice at a position. Returns false if it was already tried.
    private mutating func enter(_ slot: Int32, _ position: Int) -> Bool {
        let bit = Int(slot) * (bytes.count + 1) + position
        if memo[bit >> 6] & (1 << UInt64(bit & 63)) != 0 { return false }
        memo[bit >> 6] |= 1 << UInt64(bit & 63)
        return true
    }

    private func takeBackreference(_ groups: [Int], _ isBackward: Bool, _ position: inout Int) -> Bool {
        // At most one group of a name has matched. A group without a match matches the empty string.
        guard let group = groups.first(where: { registers[$0 * 2] >= 0 && registers[$0 * 2 + 1] >= 0 }) else {
            return true
        }
        let low = min(registers[group * 2], registers[group * 2 + 1])
        let length = max(registers[group * 2], registers[group * 2 + 1]) - low
        let start = isBackward ? position - length : position
        guard start >= 0, start + length <= bytes.count else { return false }
        for offset in 0..<length where bytes[low + offset] != bytes[start + offset] { return false }
        position = isBackward ? start : start + length
        return true
    }

    private func isWord(_ scalar: (value: UInt32, length: Int)?) -> Bool {
        scalar.map { ScalarSet.word.contains($0.value) } ?? false
    }

    @inline(__always)
    private func scalar(at position: Int) -> (value: UInt32, length: Int)? {
        guard position < bytes.count else { return nil }
        let first = UInt32(bytes[position])
        if first < 0x80 { return (first, 1) }
        // A Swift string is valid UTF-8.
        if first < 0xE0 { return ((first & 0x1F) << 6 | tail(position + 1), 2) }
        if first < 0xF0 { return ((first & 0x0F) << 12 | tail(position + 1) << 6 | tail(position + 2), 3) }
        return ((first & 0x07) << 18 | tail(position + 1) << 12 | tail(position + 2) << 6 | tail(position + 3), 4)
    }

    private func scalar(before position: Int) -> (value: UInt32, length: Int)? {
        guard position > 0 else { return nil }
        var start = position - 1
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return scalar(at: start)
    }

    @inline(__always)
    private func tail(_ position: Int) -> UInt32 { UInt32(bytes[position] & 0x3F) }
}
