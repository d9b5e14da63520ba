package enum PatternMatch: Sendable, Hashable {
    case found
    case absent
    case stopped
}

/// An ECMA-262 regular expression with Unicode semantics, as in the keyword `pattern`.
package final class Pattern: Sendable {
    package let source: String
    private let program: PatternProgram

    package init(_ source: String) throws(PatternError) {
        self.source = source
        program = try PatternProgram(PatternParser.parse(source))
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
        var text = text
        return text.withUTF8 { bytes in
            var matcher = PatternMatcher(program, bytes)
            return matcher.search()
        }
    }
}
