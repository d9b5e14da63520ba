/// Makes texts that a pattern is found in.
package enum PatternExample {
    /// Returns a short text in which the pattern is found. `nil` for an invalid pattern, and for lookarounds, word boundaries
    /// and back references.
    ///
    /// - Parameter variant: a number that chooses among alternatives and lengthens repetitions.
    package static func text(of pattern: String, variant: Int = 0) -> String? {
        do {
            var maker = Maker(variant: variant)
            guard maker.add(try PatternParser.parse(pattern).syntax) else { return nil }
            return String(String.UnicodeScalarView(maker.scalars))
        } catch {
            return nil  // Compiling the pattern reports what is wrong with it.
        }
    }

    /// Returns several texts in which the pattern is found, shortest first. The last have at least `length` scalars if
    /// repetitions allow it.
    package static func texts(of pattern: String, atLeast length: Int = 0) -> [String] {
        var texts: [String] = []
        for variant in 0..<max(6, min(length + 1, Maker.longest)) {
            if variant >= 6, let last = texts.last, last.unicodeScalars.count >= length { break }
            // More repetitions make no other text.
            guard let text = text(of: pattern, variant: variant), variant < 6 || text != texts.last else { break }
            texts.append(text)
        }
        return texts
    }

    /// Several texts in which the pattern is found, of various characters, the shortest and the longest among them.
    ///
    /// - Parameter length: the most characters that a text has.
    package static func variedTexts(of pattern: String, atMost length: Int) -> [String] {
        let syntax: PatternSyntax
        do { syntax = try PatternParser.parse(pattern).syntax } catch { return [] }
        let longest = min(length, Maker.longest)
        func text(_ variant: Int, _ kind: Int) -> String? {
            var maker = Maker(variant: variant, kind: kind, most: longest)
            guard maker.add(syntax) else { return nil }
            return String(String.UnicodeScalarView(maker.scalars))
        }
        // Texts grow with their variants, up to one that is too long.
        var (low, high) = (0, longest + 1)
        while low + 1 < high {
            let middle = (low + high) / 2
            if text(middle, 0) != nil { low = middle } else { high = middle }
        }
        return Maker.kinds.indices.flatMap { kind in [0, 1, 2, low].compactMap { text($0, kind) } }.distinct
    }

    private struct Maker {
        let variant: Int
        /// The kind of characters that classes give first, each one another; `nil` gives their first letter or digit.
        var kind: Int?
        /// The most scalars of a text.
        var most = Maker.longest
        var scalars: [Unicode.Scalar] = []
        /// Repetitions of repetitions grow fast.
        static let longest = 4_096
        /// Small and capital letters, digits, signs, and letters beyond ASCII.
        static let kinds =
            [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x21...0x7E, 0x20...0x20, 0x80...0x24F] as [ClosedRange<UInt32>]

        /// The digits with which a date is one of the calendar, and a time one of the clock: `11.11.2011`, `11:11`.
        private static let year = Array("2011".unicodeScalars)

        /// Appends a text for a part; false where none can be made.
        mutating func add(_ syntax: PatternSyntax) -> Bool {
            guard scalars.count <= most else { return false }
            switch syntax {
            case .scalars(let set): return append(set, count: 1)
            case .sequence(let parts): return parts.allSatisfy { add($0) }
            case .alternatives(let parts): return parts.isEmpty || add(parts[variant % parts.count])
            case .group(_, let part): return add(part)
            case .start, .end: return true
            case .repetition(let part, let minimum, let maximum, _):
                let count = min(max(minimum, min(1, maximum)) + variant, maximum)
                if case .scalars(let set) = part { return append(set, count: count) }
                for _ in 0..<count { guard add(part) else { return false } }
                return true
            case .backreference, .look, .wordBoundary: return false
            }
        }

        /// Appends members of a class; false where there are none, or too many scalars.
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

        /// The members of a class to take in turn: letters or digits where it has some.
        private func members(of set: ScalarSet) -> [Unicode.Scalar] {
            let kinds = kind.map { Self.kinds[$0...] + Self.kinds[..<$0] } ?? Self.kinds[...]
            let found = kinds.lazy.map { $0.filter(set.contains) }.first { !$0.isEmpty }
            let members = found ?? set.ranges.map(\.lowerBound).filter(set.contains)
            return (kind != nil && found != nil ? members[...] : members.prefix(1)).compactMap { Unicode.Scalar($0) }
        }
    }
}
