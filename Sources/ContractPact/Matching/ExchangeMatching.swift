import HTTPRecording
import JSONSchema

extension PactRequest {
    package func mismatches(of actual: PactRequest, version: PactDocument.Version = .v4) -> [PactMismatch] {
        RuleSet.mismatches(
            rules.method, .method, method, actual.method, isSame: method.uppercased() == actual.method.uppercased())
            + RuleSet.mismatches(rules.path, .path, "'\(path)'", "'\(actual.path)'", of: actual.path)
            + queryMismatches(actual.query, version)
            + rules.headerMismatches(headers, actual.headers)
            + rules.bodyMismatches(body, headers, actual.body, actual.headers, allowsUnexpectedMembers: false)
    }

    private func queryMismatches(_ actual: PactQuery, _ version: PactDocument.Version) -> [PactMismatch] {
        // Version 1 compares the raw query text, percent-decoded per parameter.
        if version == .v1, let expected = query.text, let text = actual.text {
            return RuleSet.mismatches(
                nil, .query, "'\(expected)'", "'\(text)'",
                isSame: Self.decodedParts(of: expected) == Self.decodedParts(of: text))
        }
        let unexpected = actual.names.filter { query.values[$0] == nil }
        let messages = query.names.flatMap { name -> [(String, String)] in
            let expected = query.values[name] ?? []
            let wanted = "expected '\(expected.joined(separator: "', '"))'"
            guard let values = actual.values[name] else { return [(name, "\(wanted), but the parameter is missing")] }
            if let rules = rules.query[name] {
                let failures = rules.rules.compactMap { $0.failure(ofCount: values.count, of: "values") }
                return (failures + values.flatMap(rules.failures)).map { (name, $0) }
            }
            return expected == values ? [] : [(name, "\(wanted), found '\(values.joined(separator: "', '"))'")]
        }
        return (messages + unexpected.map { ($0, "unexpected parameter") }).map {
            PactMismatch(part: .query, place: $0, message: $1)
        }
    }

    private static func decodedParts(of query: String) -> [String] {
        query.split(separator: "&", omittingEmptySubsequences: false).map { $0.percentDecoded ?? String($0) }
    }
}

extension PactResponse {
    package func mismatches(of actual: PactResponse) -> [PactMismatch] {
        let (wanted, found) = (status.map { "\($0)" }, actual.status.map { "\($0)" })
        return (found.map { found in RuleSet.mismatches(rules.status, .status, wanted ?? found, found) } ?? [])
            + rules.headerMismatches(headers, actual.headers)
            + rules.bodyMismatches(body, headers, actual.body, actual.headers, allowsUnexpectedMembers: true)
    }
}

extension RuleSet {
    func failures(_ failure: (MatchingRule) -> String?) -> [String] {
        let failures = rules.map(failure)
        let found = failures.compactMap(\.self)
        switch combination {
        case .all: return found
        case .any: return found.count < failures.count ? [] : [found.joined(separator: ", or ")]
        }
    }

    func failures(_ text: String) -> [String] { failures { $0.failure(ofText: text) } }

    fileprivate static func mismatches(
        _ rules: RuleSet?, _ part: PactMismatch.Part, _ expected: String, _ actual: String, of text: String? = nil,
        isSame: Bool? = nil
    ) -> [PactMismatch] {
        let messages =
            rules?.failures(text ?? actual)
            ?? (isSame ?? (expected == actual) ? [] : ["expected \(expected), found \(actual)"])
        return messages.map { PactMismatch(part: part, place: "", message: $0) }
    }
}

extension MatchingRule {
    func failure(ofCount count: Int, of what: String) -> String? {
        guard case .type(let least, let most) = self else { return nil }
        if let least, count < least { return "expected at least \(least) \(what), found \(count)" }
        if let most, count > most { return "expected at most \(most) \(what), found \(count)" }
        return nil
    }
}

extension MatchingRules {
    fileprivate func headerMismatches(_ expected: HeaderFields, _ actual: HeaderFields) -> [PactMismatch] {
        expected.names.flatMap { name -> [PactMismatch] in
            func mismatch(_ message: String) -> PactMismatch {
                PactMismatch(part: .header, place: name, message: message)
            }
            let wanted = expected[all: name].joined(separator: ", ")
            let values = actual[all: name]
            guard !values.isEmpty else { return [mismatch("expected '\(wanted)', but the header is missing")] }
            let found = values.joined(separator: ", ")
            if let rules = header[name.lowercased()] { return rules.failures(found).map(mismatch) }
            return Self.isSame(name, wanted, found) ? [] : [mismatch("expected '\(wanted)', found '\(found)'")]
        }
    }

    /// Compares values, ignoring whitespace after commas and in folded lines (RFC 9112, section 5.2). Media types may
    /// have additional parameters.
    private static func isSame(_ name: String, _ expected: String, _ actual: String) -> Bool {
        if expected == actual { return true }
        let (left, right) = (parts(of: expected), parts(of: actual))
        guard ["content-type", "accept"].contains(name.lowercased()) else { return left == right }
        return left.count == right.count
            && zip(left, right).allSatisfy { expected, actual in
                let type = MediaType(expected)
                return type.isWellFormed ? MediaType(actual).matches(type) : expected == actual
            }
    }

    private static func parts(of value: String) -> [String] {
        let unfolded = value.split { $0.isNewline }.map { $0.drop { " \t".contains($0) } }.joined(separator: " ")
        return unfolded.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
    }

    fileprivate func bodyMismatches(
        _ expected: PactBody, _ expectedHeaders: HeaderFields, _ actual: PactBody, _ actualHeaders: HeaderFields,
        allowsUnexpectedMembers: Bool
    ) -> [PactMismatch] {
        func mismatch(_ message: String) -> PactMismatch { PactMismatch(part: .body, place: "", message: message) }
        func type(_ body: PactBody, _ headers: HeaderFields) -> MediaType? {
            body.mediaType ?? headers["Content-Type"].map(MediaType.init)
        }
        switch (expected, actual) {
        case (.unspecified, _), (.none, .none), (.none, .unspecified), (.none, .json(.null)), (.json(.null), .none):
            return []
        case (.none, _): return [mismatch("expected no body, found one")]
        case (_, .none), (_, .unspecified): return [mismatch("expected a body, found none")]
        default: break
        }
        if let wanted = type(expected, expectedHeaders), let found = type(actual, actualHeaders),
            wanted.essence != found.essence, header["content-type"] == nil
        {
            return [mismatch("expected \(wanted.essence), found \(found.essence)")]
        }
        switch (expected, actual) {
        case (.json(let expected), .json(let actual)):
            var matcher = JSONMatcher(allowsUnexpectedMembers: allowsUnexpectedMembers)
            matcher.compare(expected, actual, body)
            return matcher.mismatches
        case (.text(let expected, _), .text(let actual, _)), (.json(.string(let expected)), .text(let actual, _)),
            (.text(let expected, _), .json(.string(let actual))):
            if let (rules, _) = body.rules {
                return rules.failures(actual).map { PactMismatch(part: .body, place: "$", message: $0) }
            }
            let (left, right) = (JSON.string(expected), JSON.string(actual))
            return left == right
                ? [] : [mismatch("expected \(JSONMatcher.shown(left)), found \(JSONMatcher.shown(right))")]
        case (.bytes(let expected, _), .bytes(let actual, _)):
            return expected == actual || body.rules != nil
                ? [] : [mismatch("expected \(expected.count) bytes, found \(actual.count) others")]
        default: return [mismatch("expected \(expected.kind), found \(actual.kind)")]
        }
    }
}

extension PactBody {
    fileprivate var kind: String {
        switch self {
        case .unspecified, .none: "no body"
        case .json: "JSON"
        case .text: "text"
        case .bytes: "bytes"
        }
    }
}
