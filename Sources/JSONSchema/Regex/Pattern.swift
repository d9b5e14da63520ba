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
        /// Plain text at the start, of the whole text if `atEnd`.
        case literal([UInt8], atEnd: Bool)
        case program(PatternProgram)
    }

    package init(_ source: String) throws(PatternError) {
        self.source = source
        let parsed = try PatternParser.parse(source)
        if let literal = Self.literal(parsed.syntax) {
            strategy = literal
        } else {
            strategy = .program(try PatternProgram(parsed))
        }
    }

    /// Compiles a constant.
    convenience init(known source: String) {
        do { try self.init(source) } catch {
            // Cannot fail: tests match each constant.
            preconditionFailure("the pattern \(source) does not compile: \(error)")
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
        case .program(let program):
            var matcher = PatternMatcher(program, bytes)
            return matcher.search()
        case .literal(let literal, let atEnd):
            return (atEnd ? bytes.elementsEqual(literal) : bytes.starts(with: literal)) ? .found : .absent
        }
    }

    private static func literal(_ syntax: PatternSyntax) -> Strategy? {
        guard case .sequence(var parts) = syntax, case .start? = parts.first else { return nil }
        parts.removeFirst()
        let atEnd = if case .end? = parts.last { true } else { false }
        if atEnd { parts.removeLast() }
        var text = String.UnicodeScalarView()
        for part in parts {
            guard case .scalars(let set) = part, let scalar = set.only else { return nil }
            text.append(scalar)
        }
        return .literal(Array(String(text).utf8), atEnd: atEnd)
    }
}
