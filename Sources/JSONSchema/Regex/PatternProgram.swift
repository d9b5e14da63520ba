/// A compiled pattern: instructions with jumps between them.
struct PatternProgram: Sendable {
    enum Instruction: Sendable {
        case scalar(set: Int32, isBackward: Bool)
        /// Takes all scalars of the set without backtracking, because the next part cannot begin with one.
        case all(set: Int32)
        case split(Int32, Int32, memo: Int32)
        case jump(Int32)
        case save(Int32)
        /// Clears a range of groups at the start of a repetition.
        case forget(Range<Int>)
        /// Records the start of an iteration, so that an empty iteration fails.
        case beginLoop(register: Int32)
        case endLoop(register: Int32)
        case backreference(list: Int32, isBackward: Bool)
        /// Runs the following instructions up to `match`, then continues at `next`.
        case look(next: Int32, isNegated: Bool)
        case start
        case end
        case wordBoundary(isNegated: Bool)
        case match
    }

    private(set) var instructions: [Instruction] = []
    private(set) var sets: [ScalarSet] = []
    private(set) var backreferences: [[Int]] = []
    private(set) var memoSlots = 0
    /// The number of registers: two per group if there are back references, followed by those of loops.
    private(set) var registers: Int
    let hasBackreferences: Bool
    private let groups: [String: [Int]]

    private static let maximumSize = 100_000

    init(_ pattern: PatternParser.Parsed) throws(PatternError) {
        hasBackreferences = pattern.hasBackreferences
        groups = pattern.groups
        registers = hasBackreferences ? (pattern.groupCount + 1) * 2 : 0
        try compile(pattern.syntax, isBackward: false, isLast: true)
        instructions.append(.match)
    }

    var mustBeginAtStart: Bool {
        if case .start = instructions[0] { true } else { false }
    }

    private mutating func emit(_ instruction: Instruction) throws(PatternError) {
        if instructions.count >= Self.maximumSize {
            throw PatternError(message: "the pattern repeats too much: it is too large to compile", offset: 0)
        }
        instructions.append(instruction)
    }

    private mutating func number(of set: ScalarSet) -> Int32 {
        sets.append(set)
        return Int32(sets.count - 1)
    }

    private mutating func split(_ first: Int, _ second: Int) -> Instruction {
        memoSlots += 1
        return .split(Int32(first), Int32(second), memo: Int32(memoSlots - 1))
    }

    private mutating func compile(
        _ syntax: PatternSyntax, isBackward: Bool, isLast: Bool = false
    ) throws(PatternError) {
        switch syntax {
        case .scalars(let set):
            try emit(.scalar(set: number(of: set), isBackward: isBackward))
        case .sequence(let parts): try compile(parts, isBackward: isBackward, isLast: isLast)
        case .alternatives(let parts): try compileAlternatives(parts, isBackward: isBackward)
        case .group(_, let part) where !hasBackreferences: try compile(part, isBackward: isBackward)
        case .group(let number, let part):
            try emit(.save(Int32(number * 2 + (isBackward ? 1 : 0))))
            try compile(part, isBackward: isBackward)
            try emit(.save(Int32(number * 2 + (isBackward ? 0 : 1))))
        case .backreference(let name):
            backreferences.append(groups[name] ?? [])
            try emit(.backreference(list: Int32(backreferences.count - 1), isBackward: isBackward))
        case .look(let isAhead, let isNegated, let part):
            let look = instructions.count
            try emit(.look(next: 0, isNegated: isNegated))
            try compile(part, isBackward: !isAhead)
            try emit(.match)
            instructions[look] = .look(next: Int32(instructions.count), isNegated: isNegated)
        case .start: try emit(.start)
        case .end: try emit(.end)
        case .wordBoundary(let isNegated): try emit(.wordBoundary(isNegated: isNegated))
        case .repetition(let part, let minimum, let maximum, let isGreedy, let groups):
            let forgotten = hasBackreferences && !groups.isEmpty ? groups : nil
            try compileRepetition(part, minimum, maximum, forgotten, isGreedy: isGreedy, isBackward: isBackward)
        }
    }

    private mutating func compile(_ parts: [PatternSyntax], isBackward: Bool, isLast: Bool) throws(PatternError) {
        for (index, part) in (isBackward ? parts.reversed() : parts).enumerated() {
            let next = index + 1 < parts.count ? parts[index + 1] : nil
            if !isBackward, case .repetition(.scalars(let set), let minimum, .max, _, _) = part, minimum <= 1,
                Self.cannotBegin(next, with: set, isLast: isLast)
            {
                let number = number(of: set)
                if minimum == 1 { try emit(.scalar(set: number, isBackward: false)) }
                try emit(.all(set: number))
            } else {
                try compile(part, isBackward: isBackward)
            }
        }
    }

    /// Whether giving back scalars of a set cannot help the next part to match.
    private static func cannotBegin(_ next: PatternSyntax?, with set: ScalarSet, isLast: Bool) -> Bool {
        switch next {
        case nil: isLast
        case .scalars(let other): set.isDisjoint(from: other)
        case .repetition(.scalars(let other), let minimum, _, _, _): minimum > 0 && set.isDisjoint(from: other)
        case .end: true
        case .sequence, .alternatives, .group, .backreference, .look, .start, .wordBoundary, .repetition: false
        }
    }

    private mutating func compileAlternatives(_ parts: [PatternSyntax], isBackward: Bool) throws(PatternError) {
        var jumps: [Int] = []
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1 {
                try compile(part, isBackward: isBackward)
                break
            }
            let choice = instructions.count
            try emit(.jump(0))
            try compile(part, isBackward: isBackward)
            jumps.append(instructions.count)
            try emit(.jump(0))
            instructions[choice] = split(choice + 1, instructions.count)
        }
        for jump in jumps { instructions[jump] = .jump(Int32(instructions.count)) }
    }

    private mutating func compileRepetition(
        _ part: PatternSyntax, _ minimum: Int, _ maximum: Int, _ forgotten: Range<Int>?, isGreedy: Bool,
        isBackward: Bool
    ) throws(PatternError) {
        // A part that can match nothing need not be required more than once.
        for _ in 0..<minimum {
            if let forgotten { try emit(.forget(forgotten)) }
            let size = instructions.count
            try compile(part, isBackward: isBackward)
            if instructions.count == size { break }
        }
        if maximum == .max {
            let loop = instructions.count
            try emit(.jump(0))
            if let forgotten { try emit(.forget(forgotten)) }
            let register = part.isNullable ? registers : -1
            if part.isNullable {
                registers += 1
                try emit(.beginLoop(register: Int32(register)))
            }
            try compile(part, isBackward: isBackward)
            if part.isNullable { try emit(.endLoop(register: Int32(register))) }
            try emit(.jump(Int32(loop)))
            let after = instructions.count
            instructions[loop] = isGreedy ? split(loop + 1, after) : split(after, loop + 1)
            return
        }
        var choices: [Int] = []
        for _ in minimum..<maximum {
            choices.append(instructions.count)
            try emit(.jump(0))
            if let forgotten { try emit(.forget(forgotten)) }
            let size = instructions.count
            try compile(part, isBackward: isBackward)
            if instructions.count == size { break }
        }
        let after = instructions.count
        for choice in choices {
            instructions[choice] = isGreedy ? split(choice + 1, after) : split(after, choice + 1)
        }
    }
}

/// The syntax tree of an ECMA-262 pattern.
indirect enum PatternSyntax: Sendable {
    case scalars(ScalarSet)
    case sequence([PatternSyntax])
    case alternatives([PatternSyntax])
    case group(number: Int, PatternSyntax)
    /// A reference to groups by name, or to one by number.
    case backreference(String)
    case look(isAhead: Bool, isNegated: Bool, PatternSyntax)
    case start
    case end
    case wordBoundary(isNegated: Bool)
    /// A repetition of a part that contains the groups with these numbers.
    case repetition(PatternSyntax, minimum: Int, maximum: Int, isGreedy: Bool, groups: Range<Int>)

    /// Whether the pattern can match the empty string.
    var isNullable: Bool {
        switch self {
        case .scalars: false
        case .sequence(let parts): parts.allSatisfy(\.isNullable)
        case .alternatives(let parts): parts.contains(where: \.isNullable)
        case .group(_, let part): part.isNullable
        case .backreference, .look, .start, .end, .wordBoundary: true
        case .repetition(let part, let minimum, _, _, _): minimum == 0 || part.isNullable
        }
    }
}

package struct PatternError: Error, CustomStringConvertible {
    package let message: String
    /// The offset in scalars, counted from 0.
    package let offset: Int

    package var description: String { "\(message) at character \(offset + 1)" }
}
