import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A matcher of requests against the contract, with argument values filled in.
package struct RequestMatcher {
    let contract: RequestContract
    let endpoint: EndpointContract
    let origin: String
    /// Whether the request is a recorded one, in which redaction may replace whole values by placeholders.
    let isRecorded: Bool
    private(set) var values: ExpectedValues

    /// - Parameter value: returns a placeholder's value, or `nil` for an absent argument.
    package init(
        contract: RequestContract, of endpoint: EndpointContract, origin: String, isRecorded: Bool = false,
        value: @escaping (Placeholder) -> JSON?
    ) {
        self.contract = contract
        self.endpoint = endpoint
        self.origin = origin
        self.isRecorded = isRecorded
        values = ExpectedValues(of: endpoint, value)
    }

    /// - Parameter arguments: the values of named placeholders; `calls` has those of variables.
    init(
        _ request: RequestContract, of endpoint: EndpointContract, in contract: Contract, _ arguments: [String: JSON],
        _ calls: CallArguments = .replayed, isRecorded: Bool = false
    ) {
        self.init(
            contract: request, of: endpoint, origin: contract.origin(of: endpoint), isRecorded: isRecorded
        ) { calls.value(of: $0, in: arguments) }
    }

    package func mismatches(of request: URLRequest) -> [Finding] { mismatches(of: SentRequest(request)) }

    package func mismatches(of request: RecordedRequest) -> [Finding] { mismatches(of: SentRequest(request)) }

    func mismatches(of request: SentRequest) -> [Finding] {
        guard let components = request.components else {
            return [Finding(RequestRule.url, "the request has no URL", at: contract.pointer)]
        }
        var matcher = self
        var found = matcher.mismatches(of: request, components)
        // A documented default may be sent or omitted.
        for argument in endpoint.arguments where !found.isEmpty {
            guard let assumed = argument.documentedDefault else { continue }
            let value = matcher.values.value(.name(argument.name)) ?? .null
            guard value.isNull || value == assumed else { continue }
            var other = matcher
            other.values = matcher.values.replacing(argument.name, with: value.isNull ? assumed : nil)
            let mismatches = other.mismatches(of: request, components)
            if mismatches.count < found.count { (matcher, found) = (other, mismatches) }
        }
        return found
    }

    private func mismatches(of request: SentRequest, _ components: URLComponents) -> [Finding] {
        method(request.message.method) + originMismatches(components) + path(components) + query(request.query)
            + headers(request) + bodyMismatches(of: request) + timeout(request)
    }

    private func method(_ found: String) -> [Finding] {
        if found == contract.method { return [] }
        return .one(
            RequestRule.method, "the method is \(found), not \(contract.method)",
            expected: MessageText(contract.method), found: MessageText(found), at: contract.pointer(to: .method))
    }

    private func originMismatches(_ components: URLComponents) -> [Finding] {
        let found = URLText(components.string ?? "").origin
        let isRight = found == origin || found == URLText(origin).origin
        let elsewhere = Finding(
            RequestRule.origin, "the request goes to \(found), not to \(origin)", expected: MessageText(origin),
            found: MessageText(found), at: contract.pointer)
        let parts = [("a fragment", components.fragment), ("a user", components.user)].filter { $0.1 != nil }
        return (isRight ? [] : [elsewhere])
            + parts.map { part, _ in
                Finding(
                    RequestRule.url, "the URL contains \(part), which is not allowed in a request",
                    at: contract.pointer, about: [part])
            }
    }

    private func path(_ components: URLComponents) -> [Finding] {
        let found = components.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false).map {
            $0.percentDecoded ?? String($0)
        }
        let segments = contract.segments
        let expected = segments.map { $0.text(values.value) ?? "" }
        let isMet =
            found.count == segments.count
            && segments.indices.allSatisfy { values.isMet(segments[$0], expected[$0], by: found[$0]) }
        if isMet { return [] }
        let lost = DifferenceCause.clause(expected: expected, found: found)
        // Show both in one notation, unless only the notation differs.
        let (wanted, sent) = (expected.encodedPath, found.encodedPath)
        return .one(
            RequestRule.path, "the path differs\(lost)", expected: .excerpt(wanted),
            found: .excerpt(wanted == sent ? components.percentEncodedPath : sent), at: contract.pointer(to: .path))
    }

    private func query(_ found: QueryPairs) -> [Finding] {
        let place = contract.query.isEmpty ? contract.pointer : contract.pointer(to: .query)
        var mismatches = found.undecodable.map {
            Finding(
                RequestRule.query,
                "the query contains '\(MessageText.excerpt($0))', which is not percent-encoded UTF-8", at: place)
        }
        mismatches += found.ambiguous.map { name in
            Finding(
                RequestRule.query, "the query '\(name)' contains a raw '+', which servers read as a plus or as a space",
                expected: "%20 for a space, %2B for a plus", found: "+",
                at: contract.query.contains { $0.name == name } ? place.appending(name) : contract.pointer,
                about: [name, "raw plus"])
        }
        mismatches += values.mismatches(of: found, contract.query, rule: .query, kind: "query", at: place)
        let expected = Set(values.expanded(contract.query).map(\.name))
        var others = Set(found.pairs.map(\.name)).subtracting(expected)
        if case .graphql(let graphql) = contract.body, contract.isGraphQLByGet {
            others.subtract(GraphQLMatcher.known)
            mismatches += GraphQLMatcher(graphql: graphql, values: values, place: contract.bodyPointer)
                .mismatches(of: found)
        }
        let unmet = expected.filter { found.values(of: $0).isEmpty }.sorted()
        return mismatches
            + others.sorted().map { name in
                let values = found.values(of: name).map { "\(name)=\($0)" }.joined(separator: "&")
                return Finding(
                    RequestRule.query,
                    "the query '\(name)' is not in the contract\(Suggestion.text(for: name, among: unmet))",
                    expected: "no '\(name)'", found: .excerpt(values), at: place, about: [name])
            }
    }

    private func headers(_ request: SentRequest) -> [Finding] {
        var mismatches = brokenHeaders(of: request)
        for header in values.expanded(contract.headers) {
            let texts = request.headers.filter { $0.isNamed(header.name) }.map(\.value)
            if isRecorded, texts.count == 1, texts.allSatisfy({ isMasked($0, header) }) { continue }
            if holdsControlCharacters(header) { continue }
            mismatches += ValueList(
                expectations: [header], found: texts, values: values,
                isMediaType: ["content-type", "accept"].contains(header.name.lowercased())
            ).mismatches(rule: RequestRule.header, kind: "header '\(header.name)'", at: header.pointer)
        }
        return mismatches
            + unknownHeaders(of: request).map { header in
                let name = header.name.lowercased()
                let (fault, expected): (String, String) =
                    if name == "content-type", let type = contract.body.usualType {
                        ("does not match the body (declare a different type under 'headers')", type)
                    } else if name == "accept" {
                        (
                            "does not accept the media type of the response",
                            offered.map(\.essence).distinct.joined(separator: ", ")
                        )
                    } else {
                        ("is not in the contract (allow it with 'allowedHeaders')", "no '\(header.name)'")
                    }
                return Finding(
                    RequestRule.header, "the header '\(header.name)' \(fault)", expected: MessageText(expected),
                    found: .excerpt(header.value), at: contract.pointer, about: [name])
            }
    }

    private func unknownHeaders(of request: SentRequest) -> [HeaderFields.Field] {
        let known = Set((contract.headers.map(\.name) + contract.allowedHeaders).map { $0.lowercased() })
        return request.headers.filter {
            !known.contains($0.name.lowercased()) && !isImplied($0, request.message.body)
        }
    }

    /// Proposes to allow headers that the builder adds, and defaults for values that it sends for absent arguments.
    func adaptations(to request: SentRequest) -> [Adaptation] {
        let headers = unknownHeaders(of: request).filter { !Redaction.isCredential(header: $0.name) }.map {
            header in
            Adaptation(
                .header, .append(.string(header.name)), at: contract.pointer(to: .allowedHeaders),
                reason: "the builder adds the header '\(header.name)'")
        }
        let pairs = request.query
        let assumed = contract.query.compactMap { pair -> Adaptation? in
            guard case .value(.template(let template)) = pair.expectation, pair.style == nil,
                case .name(let name)? = template.soleSlot?.placeholder, let argument = endpoint.argument(name),
                argument.isOptional, !argument.isSecret, values.value(.name(name)).map(\.isNull) ?? true,
                case let texts = pairs.values(of: pair.name), texts.count == 1, let text = texts.first
            else { return nil }
            let readings = JSON.string(text).otherSpellings + [.string(text)]
            guard let value = readings.first(where: argument.schema.schema.accepts) else { return nil }
            return Adaptation(
                .assumed, .set(value), at: argument.schema.pointer.appending("default"),
                reason: "the builder sends \(pair.name)=\(text) if '\(name)' is omitted")
        }
        return headers + assumed + contract.query.compactMap { style(of: $0, among: pairs) }
    }

    /// Proposes the style in which the builder writes a list, if it is not the contract's.
    private func style(of pair: NamedExpectation, among pairs: QueryPairs) -> Adaptation? {
        guard case .value(.template(let template)) = pair.expectation, template.parts.count == 1,
            case .placeholder(let slot)? = template.parts.first, case .name(let name) = slot.placeholder,
            let elements = values.value(slot.placeholder)?.arrayValue, elements.count > 1, !isMet(pair, by: pairs)
        else { return nil }
        let bare = Template(parts: [.placeholder(.init(slot.placeholder, as: slot.form))])
        let styles: [(words: [(String, JSON)], style: ParameterStyle)] = [
            ([], ParameterStyle(kind: .form, explode: true)),
            ([("explode", false)], ParameterStyle(kind: .form, explode: false)),
            ([("style", "spaceDelimited")], ParameterStyle(kind: .spaceDelimited, explode: false)),
            ([("style", "pipeDelimited")], ParameterStyle(kind: .pipeDelimited, explode: false)),
            ([("style", "deepObject")], ParameterStyle(kind: .deepObject, explode: true)),
        ]
        let found = styles.first { _, style in
            isMet(
                NamedExpectation(
                    name: pair.name, pointer: pair.pointer, expectation: .value(.template(bare)), style: style),
                by: pairs)
        }
        guard let found else { return nil }
        let value = JSON.string("{\(name)}")
        return Adaptation(
            .style,
            .set(found.words.isEmpty ? value : .object(JSONObject([("value", value)] + found.words))),
            at: contract.pointer(to: .query).appending(pair.name),
            reason: "the builder writes the list '\(name)' in a different style")
    }

    private func isMet(_ pair: NamedExpectation, by pairs: QueryPairs) -> Bool {
        !values.expanded([pair]).isEmpty
            && values.mismatches(of: pairs, [pair], rule: .query, kind: "query", at: pair.pointer).isEmpty
    }

    /// Reports headers with a line break or NUL: the rest would be read as another header.
    private func brokenHeaders(of request: SentRequest) -> [Finding] {
        request.headers.filter(\.value.endsHeader).map { header in
            Finding(
                RequestRule.header,
                "the header '\(header.name)' contains a line break or NUL, which ends the header on the wire",
                expected: "a refusal, or a value without it", found: .excerpt(JSON.string(header.value)),
                at: contract.headers.isEmpty ? contract.pointer : contract.pointer(to: .headers),
                about: [header.name.lowercased(), "line break"])
        }
    }

    /// Whether no header can carry the value. A builder may refuse it, omit the header as Foundation does, or strip it.
    private func holdsControlCharacters(_ header: NamedExpectation) -> Bool {
        guard case .value(let template) = header.expectation else { return false }
        return values.texts(of: template).contains {
            $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        }
    }

    private var offered: [MediaType] { endpoint.responses.compactMap(\.content) }

    /// Whether a header states only facts that follow from the body, the responses or the client.
    private func isImplied(_ header: HeaderFields.Field, _ body: [UInt8]?) -> Bool {
        let text = header.value
        switch header.name.lowercased() {
        case "user-agent": return true
        case "content-length": return text == "\(body?.count ?? 0)"
        case "content-type":
            // A body that the contract does not declare is a finding of its own.
            if case .none = contract.body, body?.isEmpty == false { return true }
            return contract.body.implies(MediaType(text))
        case "accept":
            let ranges = text.split(separator: ",").map { MediaType(String($0)).essence }
            // An error has its own media type regardless of `Accept`.
            return !endpoint.responses.contains { $0.content != nil && $0.key.statuses.lowerBound < 400 }
                || offered.contains { type in
                    ranges.contains {
                        $0 == "*/*" || $0 == type.essence
                            || $0.hasSuffix("/*") && type.essence.hasPrefix($0.dropLast())
                    }
                }
        default: return false
        }
    }

    /// Whether a recorded value is the redacted form of an expected value.
    private func isMasked(_ recorded: String, _ header: NamedExpectation) -> Bool {
        guard Redaction.isMasked(recorded, ofHeader: header.name) else { return false }
        switch header.expectation {
        case .value(let template):
            let expected = template.filled(values.value)?.plainText ?? ""
            return Redaction.masked(expected, ofHeader: header.name)
                == Redaction.masked(recorded, ofHeader: header.name)
        case .schema: return true
        }
    }

    private func timeout(_ request: SentRequest) -> [Finding] {
        guard let expected = contract.timeout, let seconds = request.timeout, seconds != expected.doubleValue else {
            return []
        }
        let found = JSONNumber(seconds)?.text ?? "\(seconds)"
        return .one(
            RequestRule.timeout, "the timeout is \(found) s, not \(expected.text) s", expected: "\(expected.text) s",
            found: "\(found) s", at: contract.pointer(to: .timeout))
    }
}

extension RequestContract.Body {
    /// The default media type of a body of this kind, or `nil` without a body.
    fileprivate var usualType: String? {
        [
            "application/json", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml",
            "text/plain", "application/octet-stream",
        ].first { implies(MediaType($0)) }
    }
}

extension String {
    /// Whether a header with this value ends early on the wire, at a line break or NUL.
    var endsHeader: Bool { utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } }
}
