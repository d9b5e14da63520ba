import JSONValues

/// Compares a request that nothing matched with every entry.
enum NearMisses {
    /// The nearest entries, most similar first; of equally similar ones those that were not played come first.
    static func of(
        _ request: RequestKey, among entries: [HTTPExchange], keys: [RequestKey], played: [Int], limit: Int = 3
    ) -> [ReplayMiss.Candidate] {
        let compared = entries.indices.map { index in
            (index: index, reasons: reasons(request, keys[index], played: played[index]))
        }
        let ranked = compared.map {
            (index: $0.index, reasons: $0.reasons, weight: $0.reasons.reduce(0) { $0 + $1.weight })
        }
        .sorted { ($0.weight, $0.index) < ($1.weight, $1.index) }
        return ranked.prefix(limit).map { candidate in
            let entry = entries[candidate.index].request
            let operation = operation(of: keys[candidate.index].body).map { " (\($0))" } ?? ""
            return ReplayMiss.Candidate(
                entry: candidate.index, summary: "\(entry.method) \(entry.url)\(operation)",
                reasons: candidate.reasons)
        }
    }

    private static func reasons(_ sent: RequestKey, _ recorded: RequestKey, played: Int) -> [ReplayMiss.Reason] {
        var reasons: [ReplayMiss.Reason] = []
        func differs(_ kind: ReplayMiss.Reason.Kind, _ message: String) {
            reasons.append(ReplayMiss.Reason(kind: kind, message: message))
        }
        if sent.origin != recorded.origin {
            differs(.origin, "the origin is \(sent.origin), recorded was \(recorded.origin)")
        }
        if sent.method != recorded.method {
            differs(.method, "the method is \(sent.method), recorded was \(recorded.method)")
        }
        if sent.segments != recorded.segments {
            let (own, other) = paths(sent, recorded)
            differs(.path, "the path is \(own), recorded was \(other)")
        }
        for message in queryDifferences(sent.query, recorded.query) { differs(.query, "query: \(message)") }
        for message in bodyDifferences(sent.body, recorded.body) { differs(.body, "body: \(message)") }
        if reasons.isEmpty {
            differs(.played, "it is equal, but was played already (\(played == 1 ? "once" : "\(played) times"))")
        }
        return reasons
    }

    /// Two paths as a reader tells them apart: decoded, or percent-encoded where they look alike.
    private static func paths(_ sent: RequestKey, _ recorded: RequestKey) -> (String, String) {
        func path(_ key: RequestKey, _ text: (String) -> String) -> String {
            "/" + key.segments.map { text(String(decoding: $0, as: UTF8.self)) }.joined(separator: "/")
        }
        let decoded = (path(sent) { $0 }, path(recorded) { $0 })
        let told = LookAlikes.told(decoded.0, decoded.1)
        if decoded.0 != decoded.1, told == decoded { return told }
        return (path(sent, LookAlikes.encoded), path(recorded, LookAlikes.encoded))
    }

    /// The missing, unexpected and changed values, by name.
    private static func queryDifferences(_ sent: [FormPair], _ recorded: [FormPair]) -> [String] {
        var unexpected = sent
        var missing: [FormPair] = []
        for pair in recorded {
            if let index = unexpected.firstIndex(of: pair) {
                unexpected.remove(at: index)
            } else {
                missing.append(pair)
            }
        }
        var messages: [String] = []
        for pair in missing {
            if let index = unexpected.firstIndex(where: { $0.name == pair.name }) {
                let found = unexpected.remove(at: index)
                let (own, other) = LookAlikes.told(found.valueText, pair.valueText)
                messages.append("\(pair.nameText) is \(shortened(own)), recorded was \(shortened(other))")
            } else {
                messages.append("\(pair.nameText)=\(shortened(pair.valueText)) is missing")
            }
        }
        return messages + unexpected.map { "\($0.nameText)=\(shortened($0.valueText)) was not recorded" }
    }

    private static func bodyDifferences(_ sent: RequestKey.Body, _ recorded: RequestKey.Body) -> [String] {
        switch (sent, recorded) {
        case (.none, .none): return []
        case (.json(let sent), .json(let recorded)):
            var messages: [String] = []
            compare(sent, recorded, at: .root, &messages)
            return messages
        case (.form(let sent), .form(let recorded)): return queryDifferences(sent, recorded)
        case (.multipart(let sent), .multipart(let recorded)): return partDifferences(sent, recorded)
        case (.xml(let sent), .xml(let recorded)):
            guard let difference = sent.difference(from: recorded) else { return [] }
            return [
                "\(difference.path) is \(shortened(difference.own)), recorded was \(shortened(difference.other))"
            ]
        case (.graphql(let document, let sent), .graphql(let other, let recorded)):
            var messages: [String] = []
            if let difference = document.difference(from: other) {
                let (one, two) = (operationName(document, sent), operationName(other, recorded))
                messages.append(
                    one == two
                        ? "the document has '\(difference.own)', recorded was '\(difference.other)'"
                        : "the operation is \(one), recorded was \(two)")
            }
            compare(sent, recorded, at: .root, &messages)
            return messages
        case (.bytes(let sent), .bytes(let recorded)):
            if sent == recorded { return [] }
            let index =
                zip(sent, recorded).enumerated().first { $1.0 != $1.1 }?.offset ?? min(sent.count, recorded.count)
            return ["byte \(index) differs; \(sent.count) bytes, recorded were \(recorded.count)"]
        case (.none, _): return ["there is none, recorded was \(name(recorded))"]
        case (_, .none): return ["there is \(name(sent)), recorded was none"]
        case (.json, _), (.graphql, _), (.form, _), (.multipart, _), (.xml, _), (.bytes, _):
            return ["it is \(name(sent)), recorded was \(name(recorded))"]
        }
    }

    /// The missing, unexpected and changed parts, by name.
    private static func partDifferences(
        _ sent: [String: [RequestKey.Body.Part]], _ recorded: [String: [RequestKey.Body.Part]]
    ) -> [String] {
        Set(sent.keys).union(recorded.keys).sorted().flatMap { name -> [String] in
            let (own, others) = (sent[name] ?? [], recorded[name] ?? [])
            if own.isEmpty { return ["the part '\(name)' is missing"] }
            if others.isEmpty { return ["the part '\(name)' was not recorded"] }
            if own.count != others.count {
                return ["the part '\(name)' stands \(own.count) times, recorded were \(others.count)"]
            }
            return zip(own, others).flatMap { own, other -> [String] in
                var messages = bodyDifferences(own.body, other.body).map { "the part '\(name)': \($0)" }
                if own.filename != other.filename {
                    messages.append(
                        "the part '\(name)' has the file name \(own.filename ?? "none"), recorded was \(other.filename ?? "none")"
                    )
                }
                if own.mediaType != other.mediaType {
                    messages.append(
                        "the part '\(name)' is \(own.mediaType?.text ?? "of no media type"), recorded was \(other.mediaType?.text ?? "none")"
                    )
                }
                return messages
            }
        }
    }

    /// The operation of a GraphQL request, by its name.
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
        case .bytes: "text or bytes that are no JSON"
        }
    }

    /// Lists where two JSON values differ, five places at most.
    private static func compare(_ sent: JSON, _ recorded: JSON, at pointer: JSONPointer, _ messages: inout [String]) {
        guard messages.count < 5, sent != recorded else { return }
        switch (sent, recorded) {
        case (.object(let sentMembers), .object(let recordedMembers)):
            for (key, value) in recordedMembers {
                if let found = sentMembers[key] {
                    compare(found, value, at: pointer.appending(key), &messages)
                } else {
                    messages.append("\(pointer.appending(key)) is missing")
                }
            }
            for key in sentMembers.keys where recordedMembers[key] == nil {
                messages.append("\(pointer.appending(key)) was not recorded")
            }
        case (.array(let sentElements), .array(let recordedElements)) where sentElements.count == recordedElements.count:
            for index in sentElements.indices {
                compare(sentElements[index], recordedElements[index], at: pointer.appending(index), &messages)
            }
        case (.array(let sentElements), .array(let recordedElements)):
            messages.append(
                "\(named(pointer)) has \(sentElements.count) elements, recorded were \(recordedElements.count)")
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
            messages.append(
                "\(named(pointer)) is \(shortened(sent.text())), recorded was \(shortened(recorded.text()))")
        }
    }

    private static func named(_ pointer: JSONPointer) -> String {
        pointer.tokens.isEmpty ? "the whole value" : pointer.description
    }

    private static func shortened(_ text: String) -> String {
        text.count > 60 ? text.prefix(57) + "…" : text
    }
}
