package enum PatternExample {
    /// Returns a short string that contains a match. Returns `nil` for invalid patterns, lookarounds, word boundaries
    /// and back references.
    ///
    /// - Parameter variant: a number that selects alternatives and lengthens repetitions.
    package static func text(of pattern: String, variant: Int = 0) -> String? {
        syntax(of: pattern).flatMap { Maker(variant: variant).text(of: $0) }
    }

    private static func syntax(of pattern: String) -> PatternSyntax? {
        do { return try PatternParser.parse(pattern).syntax } catch { return nil }
    }

    /// Returns several strings that contain a match, shortest first. The last have `length` scalars or more if
    /// possible.
    package static func texts(of pattern: String, atLeast length: Int = 0) -> [String] {
        guard let syntax = syntax(of: pattern) else { return [] }
        var texts: [String] = []
        for variant in 0..<max(6, min(length + 1, Maker.longest)) {
            if variant >= 6, let last = texts.last, last.unicodeScalars.count >= length { break }
            guard let text = Maker(variant: variant).text(of: syntax), variant < 6 || text != texts.last else { break }
            texts.append(text)
        }
        return texts
    }

    /// Returns several strings of various characters that contain a match, including the shortest and longest, and one
    /// of the last characters, such as `23:59`.
    ///
    /// - Parameter length: the maximum number of characters.
    package static func variedTexts(of pattern: String, atMost length: Int) -> [String] {
        guard let syntax = syntax(of: pattern) else { return [] }
        let longest = min(length, Maker.longest)
        func text(_ variant: Int, _ kind: Int, isShortest: Bool = false) -> String? {
            Maker(variant: variant, kind: kind, most: longest, isShortest: isShortest).text(of: syntax)
        }
        // Length grows with the variant, so search for the longest that fits.
        let low = (1..<longest + 1).partitioningIndex { text($0, 0) == nil } - 1
        let varied = Maker.kinds.indices.flatMap { kind in
            // The variants also select alternatives.
            [0, 1, 2].compactMap { text($0, kind, isShortest: true) } + [0, 1, 2, low].compactMap { text($0, kind) }
        }
        let last = Maker(variant: 6, most: longest, isGreatest: true).text(of: syntax)
        return (varied + [last].compactMap(\.self)).distinct
    }

    /// Returns the letters that the pattern matches one at a time, such as the designators of `^P[0-9]+[DW]$`.
    package static func letters(of pattern: String) -> [Character] {
        func letters(_ syntax: PatternSyntax) -> [Character] {
            switch syntax {
            case .scalars(let set):
                let members = set.ranges.reduce(0) { $0 + $1.count } <= 4 ? set.ranges.flatMap { $0 } : []
                return members.filter(set.contains).compactMap(Unicode.Scalar.init).map(Character.init)
                    .filter(\.isLetter)
            case .sequence(let parts), .alternatives(let parts): return parts.flatMap(letters)
            case .group(_, let part), .repetition(let part, _, _, _, _): return letters(part)
            case .backreference, .look, .start, .end, .wordBoundary: return []
            }
        }
        return syntax(of: pattern).map { letters($0).distinct } ?? []
    }

    private struct Maker {
        let variant: Int
        /// The preferred kind of characters, used in turn. If `nil`, classes produce their first letter or digit.
        var kind: Int?
        var most = Maker.longest
        /// Whether every repetition has its minimum, so that optional parts are absent.
        var isShortest = false
        /// Whether to choose the last alternatives and characters, without what is optional, such as a sign.
        var isGreatest = false
        var scalars: [Unicode.Scalar] = []
        /// A limit, because nested repetitions grow fast.
        static let longest = 4_096
        /// Lowercase and capital letters, digits, symbols, a space, and non-ASCII letters.
        static let kinds =
            [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x21...0x7E, 0x20...0x20, 0x80...0x24F] as [ClosedRange<UInt32>]

        /// Digits that form valid dates and times, such as `11.11.2011` and `11:11`.
        private static let year = Array("2011".unicodeScalars)

        func text(of syntax: PatternSyntax) -> String? {
            var maker = self
            return maker.add(syntax) ? String(String.UnicodeScalarView(maker.scalars)) : nil
        }

        private mutating func add(_ syntax: PatternSyntax) -> Bool {
            guard scalars.count <= most else { return false }
            switch syntax {
            case .scalars(let set): return append(set, count: 1)
            case .sequence(let parts): return parts.allSatisfy { add($0) }
            case .alternatives(let parts):
                return parts.isEmpty || add(parts[isGreatest ? parts.count - 1 : variant % parts.count])
            case .group(_, let part): return add(part)
            case .start, .end: return true
            case .repetition(let part, let minimum, let maximum, _, _):
                let isAbsent = isShortest || isGreatest && maximum == 1
                let count = isAbsent ? minimum : min(max(minimum, min(1, maximum)) + variant, maximum)
                if case .scalars(let set) = part { return append(set, count: count) }
                for _ in 0..<count { guard add(part) else { return false } }
                return true
            case .backreference, .look, .wordBoundary: return false
            }
        }

        /// Appends members of a class. Returns false if it has none or the result is too long.
        private mutating func append(_ set: ScalarSet, count: Int) -> Bool {
            let members = members(of: set)
            guard count == 0 || !members.isEmpty, scalars.count + count <= most else { return false }
            let isPlain = kind == nil && members == ["0"]
            for index in 0..<count {
                let digit = Self.year[count < Self.year.count ? 3 : min(index, 3)]
                scalars.append(isPlain && set.contains(digit.value) ? digit : members[scalars.count % members.count])
            }
            return true
        }

        private func members(of set: ScalarSet) -> [Unicode.Scalar] {
            let kinds = kind.map { Self.kinds[$0...] + Self.kinds[..<$0] } ?? Self.kinds[...]
            let found = kinds.lazy.map(set.members).first { !$0.isEmpty }
            let members = found ?? set.ranges.map(\.lowerBound).filter(set.contains)
            if isGreatest { return members.suffix(1).compactMap { Unicode.Scalar($0) } }
            return (kind != nil && found != nil ? members[...] : members.prefix(1)).compactMap { Unicode.Scalar($0) }
        }
    }
}
