import Foundation
import HTTPRecording
import JSONSchema

extension PactRequest {
    /// Returns how a request differs from the one that is expected here.
    package func mismatches(of actual: PactRequest, version: PactDocument.Version = .v4) -> [PactMismatch] {
        var found: [PactMismatch] = []
        if let rules = rules.method {
            found += rules.failures(actual.method).map { PactMismatch(part: .method, place: "", message: $0) }
        } else if method.uppercased() != actual.method.uppercased() {
            found.append(PactMismatch(part: .method, place: "", message: "expected \(method), found \(actual.method)"))
        }
        if let rules = rules.path {
            found += rules.failures(actual.path).map { PactMismatch(part: .path, place: "", message: $0) }
        } else if path != actual.path {
            found.append(PactMismatch(part: .path, place: "", message: "expected '\(path)', found '\(actual.path)'"))
        }
        found += queryMismatches(actual.query, version)
        found += rules.headerMismatches(headers, actual.headers)
        found += rules.bodyMismatches(body, headers, actual.body, actual.headers, allowsUnexpectedMembers: false)
        return found
    }

    private func queryMismatches(_ actual: PactQuery, _ version: PactDocument.Version) -> [PactMismatch] {
        func mismatch(_ name: String, _ message: String) -> PactMismatch {
            PactMismatch(part: .query, place: name, message: message)
        }
        // The first version compares the text, each parameter by what it says.
        if version == .v1, let expected = query.text, let text = actual.text {
            return Self.decodedParts(of: expected) == Self.decodedParts(of: text)
                ? [] : [mismatch("", "expected '\(expected)', found '\(text)'")]
        }
        var found: [PactMismatch] = []
        for name in query.names {
            let expected = query.values[name] ?? []
            guard let values = actual.values[name] else {
                found.append(
                    mismatch(name, "expected '\(expected.joined(separator: "', '"))', and the parameter is missing"))
                continue
            }
            if let rules = rules.query[name] {
                found += rules.countFailures(values.count).map { mismatch(name, $0) }
                found += values.flatMap(rules.failures).map { mismatch(name, $0) }
            } else if expected != values {
                found.append(
                    mismatch(
                        name,
                        "expected '\(expected.joined(separator: "', '"))', found '\(values.joined(separator: "', '"))'")
                )
            }
        }
        for name in actual.names where query.values[name] == nil {
            found.append(mismatch(name, "unexpected parameter"))
        }
        return found
    }

    private static func decodedParts(of query: String) -> [String] {
        query.split(separator: "&", omittingEmptySubsequences: false).map {
            String($0).removingPercentEncoding ?? String($0)
        }
    }
}

extension PactResponse {
    /// Returns how a response differs from the one that is expected here.
    package func mismatches(of actual: PactResponse) -> [PactMismatch] {
        var found: [PactMismatch] = []
        if let code = actual.status {
            if let rules = rules.status {
                found += rules.failures(String(code)).map { PactMismatch(part: .status, place: "", message: $0) }
            } else if let status, status != code {
                found.append(PactMismatch(part: .status, place: "", message: "expected \(status), found \(code)"))
            }
        }
        found += rules.headerMismatches(headers, actual.headers)
        found += rules.bodyMismatches(body, headers, actual.body, actual.headers, allowsUnexpectedMembers: true)
        return found
    }
}

extension RuleSet {
    /// Returns what these rules find wrong with a text.
    func failures(_ text: String) -> [String] {
        let failures = rules.map { $0.failure(ofText: text) }
        switch combination {
        case .all: return failures.compactMap { $0 }
        case .any:
            return failures.contains { $0 == nil } ? [] : [failures.compactMap { $0 }.joined(separator: ", or ")]
        }
    }

    /// Returns what these rules find wrong with the number of values.
    fileprivate func countFailures(_ count: Int) -> [String] {
        rules.compactMap { rule in
            guard case .type(let least, let most) = rule else { return nil }
            if let least, count < least { return "expected at least \(least) values, found \(count)" }
            if let most, count > most { return "expected at most \(most) values, found \(count)" }
            return nil
        }
    }
}

extension MatchingRules {
    fileprivate func headerMismatches(_ expected: HeaderFields, _ actual: HeaderFields) -> [PactMismatch] {
        var names: [String] = []
        for field in expected.fields where !names.contains(where: field.isNamed) { names.append(field.name) }
        return names.flatMap { name -> [PactMismatch] in
            func mismatch(_ message: String) -> PactMismatch {
                PactMismatch(part: .header, place: name, message: message)
            }
            let wanted = expected[all: name].joined(separator: ", ")
            let values = actual[all: name]
            guard !values.isEmpty else { return [mismatch("expected '\(wanted)', and the header is missing")] }
            let found = values.joined(separator: ", ")
            if let rules = header[name.lowercased()] { return rules.failures(found).map(mismatch) }
            return Self.isSame(name, wanted, found) ? [] : [mismatch("expected '\(wanted)', found '\(found)'")]
        }
    }

    /// Compares values. Blanks after a comma and in a folded line (RFC 9112, 5.2) do not count. Media types may have
    /// parameters in any order, and some that were not asked for.
    private static func isSame(_ name: String, _ expected: String, _ actual: String) -> Bool {
        let (left, right) = (parts(of: unfolded(expected)), parts(of: unfolded(actual)))
        guard ["content-type", "accept"].contains(name.lowercased()) else { return left == right }
        return left.count == right.count
            && zip(left, right).allSatisfy { expected, actual in
                let type = MediaType(expected)
                return type.isWellFormed ? MediaType(actual).meets(type) : expected == actual
            }
    }

    private static func unfolded(_ value: String) -> String {
        value.split { $0.isNewline }.map { $0.drop { " \t".contains($0) } }.joined(separator: " ")
    }

    private static func parts(of value: String) -> [String] {
        value.split(separator: ",", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
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
        default:
            return [mismatch("expected \(expected.kind), found \(actual.kind)")]
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
