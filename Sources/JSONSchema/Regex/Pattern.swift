package enum PatternMatch: Sendable, Hashable {
    case found
    case absent
    case stopped
}

/// An ECMA-262 regular expression with Unicode semantics, as in the keyword `pattern`.
package final class Pattern: Sendable {
    package let source: String
    private let strategy: Strategy

    private enum Strategy: Sendable {
        /// Plain text, optionally anchored at the start or end.
        case literal([UInt8], atStart: Bool, atEnd: Bool)
        case program(PatternProgram)
    }

    package init(_ source: String) throws(PatternError) {
        self.source = source
        let (syntax, groups) = try PatternParser.parse(source)
        if let literal = Self.literal(syntax) {
            strategy = literal
        } else {
            strategy = .program(try PatternProgram(syntax, groups: groups))
        }
    }

    /// Returns the source of a pattern that matches a string literally.
    package static func literally(_ text: some StringProtocol) -> String {
        text.reduce(into: "") { result, character in
            if "\\^$.|?*+()[]{}/".contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    package func match(in text: String) -> PatternMatch {
        let result = text.utf8.withContiguousStorageIfAvailable { match(in: $0) }
        if let result { return result }
        var native = text
        return native.withUTF8 { match(in: $0) }
    }

    private func match(in bytes: UnsafeBufferPointer<UInt8>) -> PatternMatch {
        switch strategy {
        case .program(let program): return PatternMatcher.match(program, bytes)
        case .literal(let literal, let atStart, let atEnd):
            let holds: Bool
            switch (atStart, atEnd) {
            case (true, true): holds = bytes.elementsEqual(literal)
            case (true, false): holds = bytes.starts(with: literal)
            case (false, true):
                holds = bytes.count >= literal.count && bytes.suffix(literal.count).elementsEqual(literal)
            case (false, false): holds = Self.contains(literal, in: bytes)
            }
            return holds ? .found : .absent
        }
    }

    private static func contains(_ literal: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = literal.first else { return true }
        guard bytes.count >= literal.count else { return false }
        for start in 0...(bytes.count - literal.count) where bytes[start] == first {
            if bytes[start..<(start + literal.count)].elementsEqual(literal) { return true }
        }
        return false
    }

    private static func literal(_ syntax: PatternSyntax) -> Strategy? {
        var parts: [PatternSyntax]
        if case .sequence(let sequence) = syntax { parts = sequence } else { parts = [syntax] }
        var atStart = false
        var atEnd = false
        if case .start? = parts.first {
            atStart = true
            parts.removeFirst()
        }
        if case .end? = parts.last {
            atEnd = true
            parts.removeLast()
        }
        var text = String.UnicodeScalarView()
        for part in parts {
            guard case .scalars(let set) = part, !set.isNegated, set.properties.isEmpty, set.ranges.count == 1,
                set.ranges[0].count == 1, let scalar = Unicode.Scalar(set.ranges[0].lowerBound)
            else { return nil }
            text.append(scalar)
        }
        // Searching for a long literal can take quadratic time; the program's memo prevents that.
        let bytes = Array(String(text).utf8)
        return atStart || atEnd || bytes.count <= 32 ? .literal(bytes, atStart: atStart, atEnd: atEnd) : nil
    }
}
