/// Makes texts that a pattern is found in.
package enum PatternExample {
    /// A short text in which the pattern is found; `nil` where it is no pattern, or has looks, word boundaries or
    /// back references, which a text cannot be made for part by part.
    ///
    /// - Parameter variant: which of several texts: it chooses among alternatives, and lengthens repetitions.
    package static func text(of pattern: String, variant: Int = 0) -> String? {
        do {
            var maker = Maker(variant: variant)
            guard maker.add(try PatternParser.parse(pattern).syntax) else { return nil }
            return String(String.UnicodeScalarView(maker.scalars))
        } catch {
            return nil  // Whoever compiles the pattern tells what is wrong with it.
        }
    }

    /// Several texts in which the pattern is found, the shortest first, as far as it has any; the last have at least so
    /// many letters, where it can be repeated so often.
    package static func texts(of pattern: String, atLeast length: Int = 0) -> [String] {
        var texts: [String] = []
        for variant in 0..<max(6, min(length + 1, Maker.longest)) {
            if variant >= 6, let last = texts.last, last.unicodeScalars.count >= length { break }
            // What no more repetitions lengthen stays as it is.
            guard let text = text(of: pattern, variant: variant), variant < 6 || text != texts.last else { break }
            texts.append(text)
        }
        return texts
    }

    private struct Maker {
        let variant: Int
        var scalars: [Unicode.Scalar] = []
        /// Repetitions of repetitions grow fast.
        static let longest = 4_096

        /// Appends a text for a part; false where none can be made.
        mutating func add(_ syntax: PatternSyntax) -> Bool {
            guard scalars.count < Self.longest else { return false }
            switch syntax {
            case .scalars(let set):
                guard let scalar = Self.member(of: set) else { return false }
                scalars.append(scalar)
                return true
            case .sequence(let parts): return parts.allSatisfy { add($0) }
            case .alternatives(let parts): return parts.isEmpty || add(parts[variant % parts.count])
            case .group(_, let part): return add(part)
            case .start, .end: return true
            case .repetition(let part, let minimum, let maximum, _):
                let count = min(max(minimum, min(1, maximum)) + variant, maximum)
                for _ in 0..<count { guard add(part) else { return false } }
                return true
            case .backreference, .look, .wordBoundary: return false
            }
        }

        /// A letter or a digit where the class has one.
        private static func member(of set: ScalarSet) -> Unicode.Scalar? {
            let plain =
                [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x21...0x7E, 0x20...0x20, 0x80...0x24F] as [ClosedRange<UInt32>]
            let candidates = plain.joined().lazy.map { $0 } + set.ranges.map(\.lowerBound)
            return candidates.first(where: set.contains).flatMap(Unicode.Scalar.init)
        }
    }
}
