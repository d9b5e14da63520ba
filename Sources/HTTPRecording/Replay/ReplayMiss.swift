import JSONValues

/// A request that matches no entry of a recording, with the nearest entries and their differences.
public struct ReplayMiss: Error, Sendable, Hashable {
    /// The redacted request.
    public let request: RecordedRequest
    /// The nearest entries, most similar first.
    public let candidates: [Candidate]

    /// An entry that did not match.
    public struct Candidate: Sendable, Hashable {
        /// The index of the entry.
        public let entry: Int
        /// The entry's method and URL.
        public let summary: String
        /// All differences, heaviest first.
        public let reasons: [Reason]
    }

    /// One difference between a request and an entry.
    public struct Reason: Sendable, Hashable {
        /// The part that differs.
        public enum Kind: Int, Sendable, Hashable, CaseIterable {
            /// An equal entry has already been played.
            case played
            /// The method.
            case method
            /// The scheme, host or port.
            case origin
            /// The path.
            case path
            /// The query.
            case query
            /// The body.
            case body
        }

        /// The part that differs.
        public let kind: Kind
        /// One sentence with the recorded and the sent value.
        public let message: String
        /// The name of the part, such as `the query 'limit'`.
        package let place: String
        package let sent: String?
        package let recorded: String?

        var weight: Int {
            switch kind {
            case .played: 0
            case .body, .query: 1
            case .path, .method: 4
            case .origin: 8
            }
        }
    }
}

extension ReplayMiss {
    package var line: String {
        let sent = "\(request.method) \(request.url)"
        let others = candidates.filter { $0.reasons.contains { $0.kind != .played } }.map { candidate in
            "entry \(candidate.entry + 1) does not match: \(candidate.reasons.map(\.message).joined(separator: ", "))"
        }
        let start =
            others.count < candidates.count
            ? "\(sent) is sent more often than recorded" : "no recorded exchange is left for \(sent)"
        return ([start] + (candidates.isEmpty ? ["the recording is empty"] : others)).joined(separator: "; ")
    }
}

extension ReplayMiss: CustomStringConvertible {
    /// The request and each candidate with its reasons, on separate lines.
    public var description: String {
        var lines = ["No recorded exchange is left for \(request.method) \(request.url)."]
        if candidates.isEmpty { lines.append("  The recording is empty.") }
        for candidate in candidates {
            lines.append("  entry \(candidate.entry + 1), \(candidate.summary):")
            lines += candidate.reasons.map { "    \($0.message)" }
        }
        return lines.joined(separator: "\n")
    }
}

enum NearMisses {
    /// Returns the nearest entries, most similar first. Among equals, entries that have not played come first.
    static func of(
        _ request: RequestKey, among entries: [HTTPExchange], keys: [RequestKey], played: [Int], limit: Int = 3
    ) -> [ReplayMiss.Candidate] {
        let ranked = entries.indices.map { index in
            let reasons = reasons(request, keys[index], played: played[index])
            return (index: index, reasons: reasons, weight: reasons.reduce(0) { $0 + $1.weight })
        }.sorted { ($0.weight, played[$0.index], $0.index) < ($1.weight, played[$1.index], $1.index) }
        return ranked.prefix(limit).map { candidate in
            let summary = summary(of: entries[candidate.index].request, keys[candidate.index])
            let ends = candidate.reasons.filter { $0.kind == .method || $0.kind == .path }
            // If both method and path differ, the other differences mean nothing.
            let reasons = ends.count == 2 ? ends : candidate.reasons
            return ReplayMiss.Candidate(entry: candidate.index, summary: summary, reasons: reasons)
        }
    }

    static func summary(of request: RecordedRequest, _ key: RequestKey) -> String {
        "\(request.method) \(request.url)" + (operation(of: key.body).map { " (\($0))" } ?? "")
    }

    private struct Difference {
        let place: String
        var sent: String?
        var recorded: String?
        var message: String

        init(_ place: String, _ sent: String?, _ recorded: String?, _ message: String? = nil) {
            (self.place, self.sent, self.recorded) = (place, sent, recorded)
            self.message = message ?? "\(place) is \(sent ?? "missing"), the recording has \(recorded ?? "none")"
        }

        func inside(_ part: String) -> Difference { Difference(part, sent, recorded, "\(part): \(message)") }
    }

    private static func reasons(_ sent: RequestKey, _ recorded: RequestKey, played: Int) -> [ReplayMiss.Reason] {
        var reasons: [ReplayMiss.Reason] = []
        func differs(_ kind: ReplayMiss.Reason.Kind, _ difference: Difference, in part: String = "") {
            reasons.append(
                ReplayMiss.Reason(
                    kind: kind, message: part + difference.message, place: part + difference.place,
                    sent: difference.sent, recorded: difference.recorded))
        }
        if sent.origin != recorded.origin {
            differs(.origin, Difference("the origin", sent.origin, recorded.origin))
        }
        if sent.method != recorded.method {
            differs(.method, Difference("the method", sent.method, recorded.method))
        }
        if sent.segments != recorded.segments {
            let (own, other) = paths(sent, recorded)
            differs(.path, Difference("the path", own, other))
        }
        for difference in pairDifferences(sent.query, recorded.query) { differs(.query, difference, in: "query: ") }
        for difference in bodyDifferences(sent.body, recorded.body) { differs(.body, difference, in: "body: ") }
        if reasons.isEmpty {
            differs(
                .played,
                Difference(
                    "the request", "one more", times(played), "it is equal, but was already played (\(times(played)))"))
        }
        return reasons
    }

    /// Returns two distinguishable paths: decoded, or percent-encoded if they look alike.
    private static func paths(_ sent: RequestKey, _ recorded: RequestKey) -> (String, String) {
        func path(_ key: RequestKey, _ text: (String) -> String) -> String {
            "/" + key.segments.map { text(String(decoding: $0, as: UTF8.self)) }.joined(separator: "/")
        }
        let decoded = (path(sent) { $0 }, path(recorded) { $0 })
        let distinguished = LookAlikes.distinguished(decoded.0, decoded.1)
        if decoded.0 != decoded.1, distinguished == decoded { return distinguished }
        return (path(sent, LookAlikes.encoded), path(recorded, LookAlikes.encoded))
    }

    private static func pairDifferences(_ sent: [FormPair], _ recorded: [FormPair]) -> [Difference] {
        let missing = recorded.removing(sent)
        let missingByName = Dictionary(grouping: missing, by: \.name)
        var unexpected = Dictionary(grouping: sent.removing(recorded), by: \.name).mapValues { $0[...] }
        var differences: [Difference] = []
        // Equal numbers in different spellings count only if the requests have no other difference.
        let counts = missing.filter { pair in !(unexpected[pair.name] ?? []).contains { $0.hasSameNumbers(as: pair) } }
        for pair in counts.isEmpty ? missing : counts {
            let recorded = shortened(pair.valueText)
            if let sent = unexpected[pair.name]?.popFirst() {
                let (own, other) = LookAlikes.distinguished(sent.valueText, pair.valueText)
                differences.append(Difference(pair.nameText, shortened(own), shortened(other)))
            } else {
                differences.append(Difference(pair.nameText, nil, recorded, "\(pair.nameText)=\(recorded) is missing"))
            }
        }
        return differences
            + unexpected.values.joined().sorted().filter { pair in
                !(missingByName[pair.name] ?? []).contains { $0.hasSameNumbers(as: pair) }
            }.map { pair in
                let sent = shortened(pair.valueText)
                return Difference(pair.nameText, sent, nil, "\(pair.nameText)=\(sent) was not recorded")
            }
    }

    private static func bodyDifferences(_ sent: RequestKey.Body, _ recorded: RequestKey.Body) -> [Difference] {
        switch (sent, recorded) {
        case (.none, .none): return []
        case (.json(let sent), .json(let recorded)):
            return differences(sent, recorded)
        case (.form(let sent), .form(let recorded)): return pairDifferences(sent, recorded)
        case (.multipart(let sent), .multipart(let recorded)): return partDifferences(sent, recorded)
        case (.xml(let sent), .xml(let recorded)):
            return sent.difference(from: recorded).map {
                [Difference($0.path, shortened($0.own), shortened($0.other))]
            } ?? []
        case (.graphql(let document, let sent), .graphql(let other, let recorded)):
            var differences: [Difference] = []
            if let difference = document.difference(from: other) {
                let (one, two) = (operationName(document, sent), operationName(other, recorded))
                let words = (difference.own, difference.other)
                differences.append(
                    one == two
                        ? Difference(
                            "the document", words.0, words.1,
                            "the document has '\(words.0)', the recording has '\(words.1)'")
                        : Difference("the operation", one, two))
            }
            return differences + self.differences(sent, recorded)
        case (.bytes(let sent), .bytes(let recorded)):
            if sent == recorded { return [] }
            let index =
                zip(sent, recorded).enumerated().first { $1.0 != $1.1 }?.offset ?? min(sent.count, recorded.count)
            return [
                Difference(
                    "byte \(index)", "\(sent.count) bytes", "\(recorded.count) bytes",
                    "byte \(index) differs; \(sent.count) bytes, the recording has \(recorded.count)")
            ]
        case (.none, _):
            return [Difference("the whole", nil, name(recorded), "it is missing, the recording has \(name(recorded))")]
        case (_, .none):
            return [Difference("the whole", name(sent), nil, "there is \(name(sent)), the recording has none")]
        case (.json, _), (.graphql, _), (.form, _), (.multipart, _), (.xml, _), (.bytes, _):
            return [
                Difference(
                    "the whole", name(sent), name(recorded), "it is \(name(sent)), the recording has \(name(recorded))")
            ]
        }
    }

    private static func partDifferences(
        _ sent: [String: [RequestKey.Body.Part]], _ recorded: [String: [RequestKey.Body.Part]]
    ) -> [Difference] {
        Set(sent.keys).union(recorded.keys).sorted().flatMap { name -> [Difference] in
            let (own, others) = (sent[name] ?? [], recorded[name] ?? [])
            let place = "the part '\(name)'"
            if own.isEmpty { return [Difference(place, nil, "a part", "\(place) is missing")] }
            if others.isEmpty { return [Difference(place, "a part", nil, "\(place) was not recorded")] }
            let (count, recorded) = (own.count, others.count)
            if count != recorded {
                return [
                    Difference(
                        place, "\(count) parts", "\(recorded) parts",
                        "\(place) occurs \(count) times, the recording has \(recorded)")
                ]
            }
            return zip(own, others).flatMap { own, other -> [Difference] in
                var differences = bodyDifferences(own.body, other.body).map { $0.inside(place) }
                if own.filename != other.filename {
                    let (name, recorded) = (own.filename ?? "none", other.filename ?? "none")
                    differences.append(
                        Difference(
                            place, name, recorded, "\(place) has the file name \(name), the recording has \(recorded)"))
                }
                if own.mediaType != other.mediaType {
                    differences.append(
                        Difference(place, own.mediaType?.text ?? "without a media type", other.mediaType?.text))
                }
                return differences
            }
        }
    }

    private static func operation(of body: RequestKey.Body) -> String? {
        if case .graphql(let document, let rest) = body { operationName(document, rest) } else { nil }
    }

    private static func operationName(_ document: GraphQLDocument, _ rest: JSON) -> String {
        let name = rest["operationName"]?.stringValue
        let operation = document.operations.first { name == nil || $0.name == name } ?? document.operations.first
        return [operation?.kind ?? "query", name ?? operation?.name].compactMap(\.self).joined(separator: " ")
    }

    private static func name(_ body: RequestKey.Body) -> String {
        switch body {
        case .none: "no body"
        case .json: "JSON"
        case .graphql: "a GraphQL request"
        case .form: "a form"
        case .multipart: "a multipart body"
        case .xml: "XML"
        case .bytes: "text or bytes"
        }
    }

    private static func differences(_ sent: JSON, _ recorded: JSON) -> [Difference] {
        JSONDifference.differences(expected: recorded, found: sent).prefix(5).map { difference in
            let place = named(difference.pointer)
            guard let found = difference.found else {
                return Difference(place, nil, shortened(difference.expected?.text() ?? ""), "\(place) is missing")
            }
            guard let expected = difference.expected else {
                return Difference(place, shortened(found.text()), nil, "\(place) was not recorded")
            }
            return Difference(place, shortened(found.text()), shortened(expected.text()))
        }
    }

    private static func named(_ pointer: JSONPointer) -> String {
        pointer.tokens.isEmpty ? "the whole value" : pointer.description
    }

    private static func shortened(_ text: String) -> String {
        text.count > 60 ? text.prefix(57) + "…" : text
    }
}

extension FormPair {
    /// Whether both have one name and equal numbers, alone or separated by commas.
    fileprivate func hasSameNumbers(as other: FormPair) -> Bool {
        func numbers(_ pair: FormPair) -> [JSONNumber?] {
            pair.valueText.split(separator: ",", omittingEmptySubsequences: false).map { JSONNumber(text: String($0)) }
        }
        let own = numbers(self)
        return name == other.name && !own.contains(nil) && own == numbers(other)
    }
}

/// Strings that differ only in invisible ways: control characters, kinds of spaces, or compositions of accents.
package enum LookAlikes {
    package static func distinguished(_ one: String, _ other: String) -> (String, String) {
        guard visible(one) == visible(other), !one.utf8.elementsEqual(other.utf8) else { return (one, other) }
        return (encoded(one), encoded(other))
    }

    package static func encoded(_ text: String) -> String { PercentCoding.encode(text, allowing: "") }

    /// Returns the visible characters. Swift compares strings by canonical equivalence (Unicode, 3.7).
    private static func visible(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
                    default: true
                    }
                }))
    }
}
