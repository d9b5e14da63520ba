import JSONSchema

/// A case of the Pact specification's own test suite.
package struct PactCase {
    /// The reason why the outcome differs from the expected one, or `nil` if it does not.
    package let disagreement: String?

    /// Reads and runs a case. The version defaults to that of a folder `v1` to `v4`, or else is inferred.
    package init(_ source: SourceFile, version: PactDocument.Version? = nil) throws(SourceFault) {
        let root = try PactCursor(parsing: source, duplicateKeys: .keepLast)
        let expected = try root.member("expected")
        let actual = try root.member("actual")
        let isMatch = try root.member("match").bool()
        let version = version ?? Self.version(of: source.path) ?? Self.version(of: expected.json)
        let reader = PactReader(version: version)
        let isRequest = [expected, actual].contains { side in
            ["method", "path", "query"].contains { side.json[$0] != nil }
        }
        let mismatches: [PactMismatch]
        if isRequest {
            let wanted = try reader.request(expected, isCase: true)
            mismatches = wanted.mismatches(of: try reader.request(actual, isCase: true), version: version)
        } else {
            let wanted = try reader.response(expected, isCase: true)
            mismatches = wanted.mismatches(of: try reader.response(actual, isCase: true))
        }
        disagreement =
            mismatches.isEmpty == isMatch
            ? nil
            : isMatch
                ? "expected a match, found " + mismatches.map(\.description).joined(separator: "; ")
                : "expected a mismatch, found none"
    }

    private static func version(of path: String) -> PactDocument.Version? {
        // The suite has version 1.1, which compares parameters individually like version 2.
        let versions: [Substring: PactDocument.Version] = ["v1": .v1, "v1.1": .v2, "v2": .v2, "v3": .v3, "v4": .v4]
        return path.split(separator: "/").reversed().lazy.compactMap { versions[$0] }.first
    }

    private static func version(of expected: JSON) -> PactDocument.Version {
        if let content = expected["body"]?["content"], expected["body"]?["contentType"] != nil || content.isNull {
            return .v4
        }
        let rules = expected["matchingRules"]
        if PactReader.isCategorised(rules) { return .v3 }
        return rules?.objectValue?.isEmpty ?? true && expected["query"]?.objectValue != nil ? .v3 : .v2
    }
}
