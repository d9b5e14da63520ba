/// The outcome of a search for a pattern.
package enum PatternMatch: Sendable, Hashable {
    case found
    case absent
    /// The search took more steps than it may.
    case stopped
}

/// A regular expression of ECMA-262, with Unicode semantics, as the keyword `pattern` wants it. It never changes.
package final class Pattern: Sendable {
    package let source: String
    private let strategy: Strategy

    private enum Strategy: Sendable {
        /// A text without anything special in it, perhaps bound to the start or the end.
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

    /// The source of a pattern that is found where a text stands as it is.
    package static func literally(_ text: some StringProtocol) -> String {
        text.reduce(into: "") { result, character in
            if "\\^$.|?*+()[]{}/".contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// Looks for the pattern anywhere in a text.
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
        // The search for a long text within a text would repeat itself; the program's memo does not.
        let bytes = Array(String(text).utf8)
        return atStart || atEnd || bytes.count <= 32 ? .literal(bytes, atStart: atStart, atEnd: atEnd) : nil
    }
}
