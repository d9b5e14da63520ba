import ContractFormat
import HTTPRecording
import JSONSchema

/// The values that requests of a recording take from earlier responses: tokens, entity tags, cursors, ids, cookies.
///
/// A client cannot know a value before a response contains it, so requests in replay must carry the same values.
package struct ValueFlows: Sendable {
    package struct Flow: Sendable {
        package let entry: Int
        fileprivate let endpoint: Sender
        fileprivate let part: MessagePart
        fileprivate let origin: Origin

        /// The carried value and its place: `the token of 'refresh' in the header 'Authorization' to 'account'`.
        package var summary: String { "\(origin) in \(part.location.name) to '\(endpoint.name)'" }
    }

    /// The message in which a value first occurs.
    fileprivate struct Origin: Sendable, CustomStringConvertible {
        let entry: Int
        let location: MessagePart.Location
        let isSent: Bool
        let senders: [Sender]

        var sender: Sender { senders[entry] }

        var description: String {
            if isSent { return "the value sent earlier to '\(sender.name)' in \(location.name)" }
            let answers = senders.indices.filter { senders[$0].name == sender.name }
            let number = answers.count > 1 ? answers.firstIndex(of: entry).map { " (response \($0 + 1))" } : nil
            return "\(location.source) of '\(sender.name)'" + (number ?? "")
        }
    }

    /// The endpoint of a recorded request, looked up only when a finding names it.
    struct Sender: Sendable {
        private let request: RecordedRequest
        private let found: Lazy<EndpointContract?>

        init(of request: RecordedRequest, among endpoints: [EndpointContract]) {
            self.request = request
            found = Lazy { endpoints.sender(of: request)?.endpoint }
        }

        var endpoint: EndpointContract? { found.value }

        var name: String { endpoint?.name ?? "\(request.method) \(request.url)" }
    }

    package let flows: [Flow]
    /// The uses of environment variables, which recordings contain by name.
    private let variables: [Flow]
    private let origins: [String: [Origin]]
    private let recorded: [HTTPExchange]
    private let senders: [Sender]

    package init(of recorded: [HTTPExchange], to endpoints: [EndpointContract], _ secrets: ContractSecrets) {
        var flows: [Flow] = []
        var variables: [Flow] = []
        var origins: [String: [Origin]] = [:]
        let senders = recorded.map { Sender(of: $0.request, among: endpoints) }
        for (entry, exchange) in recorded.enumerated() {
            // Foundation, not the client, writes the request that follows a redirect.
            let isFollowUp = entry > 0 && recorded[entry - 1].isRedirect
            func note(_ parts: [MessagePart], isSent: Bool) {
                let new = Dictionary(grouping: parts, by: \.text).mapValues { parts in
                    parts.map { Origin(entry: entry, location: $0.location, isSent: isSent, senders: senders) }
                }
                origins.merge(new) { known, _ in known }
            }
            let sent = exchange.request.parts
            for part in isFollowUp ? [] : sent {
                let taken = origins[part.text]?.first {
                    !$0.isSent
                        && ($0.location.isMeant(for: part.location)
                            || part.isOpaque(at: exchange.started) && !secrets.isPublished(part.text))
                }
                if let taken {
                    flows.append(Flow(entry: entry, endpoint: senders[entry], part: part, origin: taken))
                } else if part.isVariable {
                    let own = Origin(entry: entry, location: part.location, isSent: true, senders: senders)
                    variables.append(Flow(entry: entry, endpoint: senders[entry], part: part, origin: own))
                }
            }
            note(sent, isSent: true)
            if entry + 1 < recorded.count { note(exchange.responseParts, isSent: false) }
        }
        self.flows = flows
        self.variables = variables
        self.origins = origins
        self.recorded = recorded
        self.senders = senders
    }

    /// Returns findings for values of a request that differ from the recorded one.
    ///
    /// - Parameters:
    ///   - checksWholeRequest: whether no builder is checked, so that variables and the presence of headers count.
    ///   - isOrdered: whether each request followed the previous response. If not, any response of an endpoint will do.
    func findings(
        of sent: RecordedRequest, beside entry: Int, standIns: [Secret], checksWholeRequest: Bool, isOrdered: Bool,
        at pointer: JSONPointer
    ) -> [Finding] {
        let parts = sent.parts.map { part in
            (part.location, standIns.first { $0.value == part.text }?.placeholder ?? part.text)
        }
        let differences = (flows + (checksWholeRequest ? variables : [])).filter { $0.entry == entry }.compactMap {
            flow in
            let found = parts.first { $0.0.isSame(as: flow.part.location) }?.1
            return difference(flow, found, isOrdered: isOrdered, at: pointer)
        }
        return differences.isEmpty && checksWholeRequest ? lostHeaders(of: sent, beside: entry) : differences
    }

    /// Returns findings for values that live requests carry otherwise than recorded, while both send the same requests.
    func findings(in live: ValueFlows, isOrdered: Bool, at pointer: JSONPointer) -> [Finding] {
        let common = zip(senders, live.senders).prefix { $0.name == $1.name }.count
        return flows.filter { $0.entry < common }.compactMap { flow -> Finding? in
            let sent = live.recorded[flow.entry].request.parts
            let found = sent.first { $0.location.isSame(as: flow.part.location) }?.text
            let given = live.recorded[flow.origin.entry].responseParts.filter {
                $0.location.isAlike(flow.origin.location)
            }.map(\.text)
            // A response without the value requires nothing, and any element of a list may supply it.
            guard let first = given.first, !given.contains(where: { found?.isSame(as: $0) ?? false }) else {
                return nil
            }
            return live.difference(flow, found, live: first, isOrdered: isOrdered, at: pointer)
        }.distinct
    }

    func name(of entry: Int) -> String { senders[entry].name }

    /// Returns a finding for a request that carries another value than required, with both named by their origins.
    ///
    /// - Parameter entry: the index of the request. A value that first occurs in it has no origin.
    func difference(
        _ found: String?, _ due: String?, _ place: String, of endpoint: String, expected: String? = nil,
        entry: Int = .max, at pointer: JSONPointer
    ) -> Finding {
        let expected = expected ?? due.map { name(of: $0, unknown: "the recorded value") } ?? "none"
        let sent = found.map { value in
            guard let due, value != due else { return name(of: value, before: entry) }
            if value.withoutQuotes == due.withoutQuotes {
                return "\(expected) with\(value == value.withoutQuotes ? "out its" : "") quotes"
            }
            let (bare, mark) = (value.withoutWeakMark, "the mark of a weak entity tag")
            guard bare == due.withoutWeakMark else { return name(of: value, before: entry) }
            return "\(expected) with\(value == bare ? "out" : "") \(mark)"
        }
        let text =
            sent.map { $0.hasSuffix(" in \(place)") ? $0 : "\($0) in \(place)" } ?? "no \(place.trimmingPrefix("the "))"
        return Finding(
            ClientRule.flow, "the call sends \(text) to '\(endpoint)', expected \(expected)",
            expected: MessageText(expected), found: MessageText(sent ?? "nothing"), at: pointer, data: "/request",
            about: [endpoint, place])
    }

    private func name(of value: String, before entry: Int = .max, unknown: String = "another value") -> String {
        // A short value, such as a page number, occurs elsewhere by chance, and is no secret.
        if value.hasPrefix("{env:") || value.utf8.count < 3 { return value }
        // Entity tags are compared without their weakness (RFC 9110, section 8.8.3.2).
        let known = origins[value.withoutWeakMark]?.first.flatMap {
            $0.isSent && $0.entry >= entry ? nil : $0
        }
        return known.map { "\($0)" } ?? unknown
    }

    /// - Parameter live: the value that the service issued in a live run instead of the recorded one.
    private func difference(
        _ flow: Flow, _ found: String?, live: String? = nil, isOrdered: Bool, at pointer: JSONPointer
    ) -> Finding? {
        let due = live ?? flow.part.text
        let (location, name) = (flow.part.location, flow.endpoint.name)
        let header = flow.endpoint.endpoint?.request?.headers.first { location.isHeader($0.name) }
        if let found {
            if found.isSame(as: due) { return nil }
            let known = origins[found]?.first
            if !isOrdered, let known, known.location == flow.origin.location,
                known.sender.name == flow.origin.sender.name
            {
                return nil
            }
        } else if case .cookie = location, header == nil {
            // The session that performs a request may add its cookies.
            return nil
        }
        var finding = difference(
            found, due, location.name, of: name,
            expected: flow.part.isVariable ? due : "\(flow.origin)", entry: flow.entry,
            at: header?.pointer ?? pointer)
        if let found, origins[found] == nil, !found.hasPrefix("{env:"), found.withoutQuotes != due.withoutQuotes,
            live == nil, !location.isDenied
        {
            finding.observation = .excerpt(found)
        }
        return finding
    }

    /// Reports argument headers that change between the call's requests to an endpoint, although all recorded requests
    /// agree.
    func changedHeaders(in answered: [(entry: Int, request: RecordedRequest)]) -> [Finding] {
        answered.grouped { senders[$0.entry].name }.flatMap { name, requests in
            (senders[requests[0].entry].endpoint?.request?.headers ?? []).compactMap { header -> Finding? in
                let sent = requests.map { $0.request.headers[header.name] ?? "" }
                guard !header.expectation.placeholders.isEmpty, !Redaction.isCredential(header: header.name),
                    Set(requests.map { recorded[$0.entry].request.headers[header.name] }).count == 1,
                    let other = sent.first(where: { $0 != sent[0] })
                else { return nil }
                return Finding(
                    ClientRule.request, "the header '\(header.name)' changes in a later request to '\(name)'",
                    expected: .excerpt(sent[0]), found: other.isEmpty ? "nothing" : .excerpt(other), at: header.pointer,
                    data: "/request")
            }
        }
    }

    /// Reports headers that were recorded but not sent. The recording alone requires headers that an argument fills.
    private func lostHeaders(of sent: RecordedRequest, beside entry: Int) -> [Finding] {
        let endpoint = senders[entry].endpoint
        return (endpoint?.request?.headers ?? []).filter { header in
            sent.headers[header.name] == nil && !header.expectation.placeholders.isEmpty
        }.compactMap { header in
            recorded[entry].request.headers[header.name].map { value in
                Finding(
                    ClientRule.request,
                    "the call sends a different request to '\(endpoint?.name ?? "")': the header '\(header.name)' is missing",
                    expected: .excerpt(value), found: "nothing", at: header.pointer, data: "/request")
            }
        }
    }
}

extension String {
    fileprivate var withoutQuotes: String { replacing("\"", with: "") }

    fileprivate func isSame(as other: String) -> Bool {
        JSON.string(self).meanings.contains(where: JSON.string(other).meanings.contains)
    }
}

extension MessagePart {
    fileprivate var isVariable: Bool { text.hasPrefix("{env:") && text.hasSuffix("}") }

    /// Whether a value cannot occur by chance: it is no common word, small number or instant.
    fileprivate func isOpaque(at moment: Timestamp) -> Bool {
        guard text.isDistinctive || CredentialStandIn.isStandIn(text), DateText.date(from: text) == nil else {
            return false
        }
        // A number within a day of the exchange, in seconds or milliseconds since 1970, is an instant.
        guard let number = Double(text) else { return true }
        let (day, moment): (Double, Double) = (86_400, moment.secondsSince1970)
        return !(abs(number - moment) < day || abs(number / 1000 - moment) < day)
    }
}

extension MessagePart.Location {
    var name: String {
        switch self {
        case .header(let name): "the header '\(name)'"
        case .cookie(let name): "the cookie '\(name)'"
        case .query(let name, _): "the query '\(name)'"
        case .segment, .location, .link: "the path"
        case .body(let pointer): "'\(pointer)' of the body"
        }
    }

    fileprivate var source: String {
        switch self {
        case .header(let name): "the \(name)"
        case .cookie(let name): "the cookie '\(name)'"
        case .link(let relation, let parameter): "the '\(parameter)' of the link '\(relation)'"
        case .location: "the Location"
        case .body(let pointer) where pointer.tokens.count == 1: "the \(pointer.tokens[0])"
        case .body(let pointer): "'\(pointer)'"
        case .query, .segment: name
        }
    }

    /// Whether services issue a value at this place to be sent back at the other one, however common the value is.
    fileprivate func isMeant(for other: MessagePart.Location) -> Bool {
        switch (self, other) {
        case (.header(let name), .header(let condition)):
            ["etag", "last-modified"].contains(name.lowercased()) && condition.lowercased().hasPrefix("if-")
        case (.cookie(let name), .cookie(let sent)): name == sent
        case (.link(_, let name), .query(let sent, _)): name == sent
        case (.location, .segment): true
        case (.header, _), (.cookie, _), (.link, _), (.location, _), (.query, _), (.segment, _), (.body, _): false
        }
    }

    fileprivate func isAlike(_ other: MessagePart.Location) -> Bool {
        guard case .body(let own) = self, case .body(let other) = other else { return isSame(as: other) }
        return own.tokens.count == other.tokens.count
            && zip(own.tokens, other.tokens).allSatisfy { $0 == $1 || Int($0) != nil && Int($1) != nil }
    }

    fileprivate func isSame(as other: MessagePart.Location) -> Bool {
        if case .header(let name) = other { isHeader(name) } else { self == other }
    }

    func isHeader(_ name: String) -> Bool {
        if case .header(let own) = self { own.lowercased() == name.lowercased() } else { false }
    }

    /// Whether its value is a credential, which findings must not contain.
    fileprivate var isDenied: Bool {
        if case .cookie = self { true } else { Redaction.deniedHeaders.contains(where: isHeader) }
    }
}
