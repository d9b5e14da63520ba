/// A backtracking search for one match of a program in UTF-8.
///
/// A search with too many steps restarts with a memo of failed choices at each position. That bounds the work by
/// pattern size times text length. With back references the memo is invalid, so their steps are limited.
struct PatternMatcher: ~Copyable {
    private let program: PatternProgram
    private let bytes: UnsafeBufferPointer<UInt8>
    private var steps = 0
    private var limit: Int
    private var memo: [UInt64] = []
    private var usesMemo: Bool
    private var stack: [Frame] = []
    private var registers: [Int]
    /// The registers at each frame of `stack`, if the program needs them.
    private var saved: [Int] = []
    private let savesRegisters: Bool

    private struct Frame {
        var instruction: Int32
        var position: Int
    }

    private static let maximumSteps = 2_000_000
    private static let maximumMemoBits = 1 << 28

    init(_ program: PatternProgram, _ bytes: UnsafeBufferPointer<UInt8>, usesMemo: Bool) {
        self.program = program
        self.bytes = bytes
        self.usesMemo = usesMemo
        limit = usesMemo || program.hasBackreferences ? Self.maximumSteps : 1_000 + 16 * bytes.count
        if usesMemo {
            limit = max(limit, 4 * program.instructions.count * (bytes.count + 1))
            memo = Array(repeating: 0, count: (program.memoSlots * (bytes.count + 1) + 63) / 64)
        }
        registers = Array(repeating: -1, count: program.registers)
        savesRegisters = program.hasBackreferences || program.hasLoopRegisters
    }

    static func match(_ program: PatternProgram, _ bytes: UnsafeBufferPointer<UInt8>) -> PatternMatch {
        var matcher = PatternMatcher(program, bytes, usesMemo: false)
        let first = matcher.search()
        guard first == .stopped, !program.hasBackreferences,
            program.memoSlots.multipliedReportingOverflow(by: bytes.count + 1).partialValue < maximumMemoBits
        else { return first }
        var second = PatternMatcher(program, bytes, usesMemo: true)
        return second.search()
    }

    private mutating func search() -> PatternMatch {
        var start = 0
        while true {
            let result = run(0, start)
            if result != .absent || start >= bytes.count || program.mustBeginAtStart { return result }
            repeat { start += 1 } while start < bytes.count && bytes[start] & 0xC0 == 0x80
            if savesRegisters { for register in registers.indices { registers[register] = -1 } }
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
            if steps > limit { return .stopped }
            var holds = true
            switch program.instructions[instruction] {
            case .match: return .found
            case .scalar(let set):
                if let (scalar, length) = scalar(at: position), program.sets[Int(set)].contains(scalar) {
                    position += length
                    instruction += 1
                } else {
                    holds = false
                }
            case .scalarBefore(let set):
                if let (scalar, length) = scalar(before: position), program.sets[Int(set)].contains(scalar) {
                    position -= length
                    instruction += 1
                } else {
                    holds = false
                }
            case .all(let set):
                while let (scalar, length) = scalar(at: position), program.sets[Int(set)].contains(scalar) {
                    position += length
                }
                instruction += 1
            case .split(let preferred, let other, let slot):
                if usesMemo, !enter(slot, position) {
                    holds = false
                } else {
                    stack.append(Frame(instruction: other, position: position))
                    if savesRegisters { saved.append(contentsOf: registers) }
                    instruction = Int(preferred)
                }
            case .jump(let target): instruction = Int(target)
            case .save(let register), .beginLoop(let register):
                registers[Int(register)] = position
                instruction += 1
            case .forget(let low, let high):
                for register in (Int(low) * 2)...(Int(high) * 2 + 1) { registers[register] = -1 }
                instruction += 1
            case .endLoop(let register):
                holds = registers[Int(register)] != position
                instruction += 1
            case .backreference(let list, let isBackward):
                holds = takeBackreference(program.backreferences[Int(list)], isBackward, &position)
                instruction += 1
            case .look(let next, let isNegated):
                // A choice inside a lookaround depends on its start, so the memo is disabled.
                let resumes = usesMemo
                let before = registers
                usesMemo = false
                let result = run(instruction + 1, position)
                usesMemo = resumes
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
            if savesRegisters {
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
