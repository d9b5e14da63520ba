import ContractFormat
import HTTPRecording
import JSONSchema

/// The values that requests of a recording take from the responses before them: tokens, entity tags, cursors, ids, cookies.
///
/// A value belongs to the message that it is first seen in. The client cannot have known one that is first seen in a response,
/// so in replay, where it gets the same responses, its requests have to carry the same values.
package struct ValueFlows: Sendable {
    /// A value that a request carries.
    package struct Flow: Sendable {
        /// The index of the request's entry.
        package let entry: Int
        /// The endpoint that the request belongs to.
        fileprivate let endpoint: Sender
        fileprivate let part: MessagePart
        fileprivate let origin: Origin

        /// The value that is carried, and its place: `the token of 'refresh' in the header 'Authorization' to 'account'`.
        package var summary: String { "\(origin) in \(part.place.name) to '\(endpoint.name)'" }
    }

    /// The message that a value was first seen in.
    fileprivate struct Origin: Sendable, CustomStringConvertible {
        let place: MessagePart.Place
        let sender: Sender
        let isSent: Bool
        /// The number of the answer among those of the endpoint; `nil` where there is one.
        let answer: Int?

        var description: String {
            if isSent { return "what '\(sender.name)' was sent before in \(place.name)" }
            return "\(place.source) of '\(sender.name)'" + (answer.map { " (answer \($0))" } ?? "")
        }
    }

    /// The endpoint of an exchange.
    fileprivate struct Sender: Sendable {
        let endpoint: EndpointContract?
        let name: String

        init(of request: RecordedRequest, among endpoints: [EndpointContract]) {
            endpoint = request.urlRequest.flatMap { sent in
                endpoints.first { ArgumentExtraction.arguments(of: sent, endpoint: $0) != nil }
            }
            name = endpoint?.name ?? "\(request.method) \(request.url)"
        }
    }

    /// The values that responses gave, in the order of the requests that carry them.
    package let flows: [Flow]
    /// The requests that take variables of the environment, which stand in recordings by their names.
    private let variables: [Flow]
    private let origins: [String: [Origin]]
    private let recorded: [HTTPExchange]
    private let senders: [Sender]

    /// - Parameters:
    ///   - recorded: the entries of a recording.
    ///   - endpoints: those whose requests it may hold.
    package init(of recorded: [HTTPExchange], to endpoints: [EndpointContract], _ secrets: ContractSecrets) {
        var flows: [Flow] = []
        var variables: [Flow] = []
        var origins: [String: [Origin]] = [:]
        senders = recorded.map { Sender(of: $0.request, among: endpoints) }
        let counts = Dictionary(senders.map { ($0.name, 1) }, uniquingKeysWith: +)
        var answers: [String: Int] = [:]
        for (entry, sender) in senders.enumerated() {
            let exchange = recorded[entry]
            answers[sender.name, default: 0] += 1
            let answer = counts[sender.name] == 1 ? nil : answers[sender.name]
            // Foundation writes the request that follows a redirect.
            let isFollowUp = entry > 0 && recorded[entry - 1].isRedirect
            func note(_ parts: [MessagePart], isSent: Bool) {
                var new: [String: [Origin]] = [:]
                for part in parts where origins[part.text] == nil {
                    new[part.text, default: []].append(
                        Origin(place: part.place, sender: sender, isSent: isSent, answer: answer))
                }
                origins.merge(new) { known, _ in known }
            }
            let sent = exchange.request.parts
            for part in isFollowUp ? [] : sent {
                let taken = origins[part.text]?.first {
                    !$0.isSent
                        && ($0.place.isMeant(for: part.place)
                            || part.isOpaque(at: exchange.started) && !secrets.isPublished(part.text))
                }
                if let taken {
                    flows.append(Flow(entry: entry, endpoint: sender, part: part, origin: taken))
                } else if part.isVariable {
                    let own = Origin(place: part.place, sender: sender, isSent: true, answer: nil)
                    variables.append(Flow(entry: entry, endpoint: sender, part: part, origin: own))
                }
            }
            note(sent, isSent: true)
            if entry + 1 < recorded.count { note(exchange.responseParts, isSent: false) }
        }
        self.flows = flows
        self.variables = variables
        self.origins = origins
        self.recorded = recorded
    }

    /// Everything that a request carries otherwise than the one that was recorded.
    ///
    /// - Parameters:
    ///   - entry: the index of the recorded request.
    ///   - standIns: what stands for variables in the request that was sent.
    ///   - isComposed: whether no builder is held to the contract, so that variables and the presence of headers count too.
    ///   - isOrdered: whether each request was sent after the answer to the one before; else of several answers of an endpoint
    ///     any will do.
    ///   - pointer: the case or step.
    func findings(
        of sent: RecordedRequest, beside entry: Int, standIns: [Secret], isComposed: Bool, isOrdered: Bool,
        at pointer: JSONPointer
    ) -> [Finding] {
        let parts = sent.parts.map { part in
            (part.place, standIns.first { $0.value == part.text }?.placeholder ?? part.text)
        }
        let differences = (flows + (isComposed ? variables : [])).filter { $0.entry == entry }.compactMap { flow in
            let found = parts.first { $0.0.isSame(as: flow.part.place) }?.1
            return difference(flow, found, isOrdered: isOrdered, at: pointer)
        }
        return differences.isEmpty && isComposed ? lostHeaders(of: sent, beside: entry) : differences
    }

    private func difference(
        _ flow: Flow, _ found: String?, isOrdered: Bool, at pointer: JSONPointer
    ) -> Finding? {
        let (place, name) = (flow.part.place, flow.endpoint.name)
        let header = flow.endpoint.endpoint?.request?.headers.first { place.isHeader($0.name) }
        let expected = flow.part.isVariable ? flow.part.text : "\(flow.origin)"
        let text: String
        let told: MessageText
        if let found {
            if JSON.string(flow.part.text).meanings.contains(where: JSON.string(found).meanings.contains) { return nil }
            let known = origins[found]?.first
            if !isOrdered, let known, known.place == flow.origin.place, known.sender.name == flow.origin.sender.name {
                return nil
            }
            let plain = (flow.part.text.replacing("\"", with: ""), found.replacing("\"", with: ""))
            let named =
                plain.0 == plain.1
                ? "\(flow.origin) with\(found == plain.1 ? "out its" : "") quotes"
                : found.hasPrefix("{env:") ? found : known.map { "\($0)" } ?? "another value"
            text = "sends \(named) in \(place.name) to '\(name)'"
            told = named == "another value" && !place.isDenied ? .excerpt(found) : MessageText(named)
        } else {
            // The session that performs a request may add its cookies.
            if case .cookie = place, header == nil { return nil }
            text = "sends no \(place.name.dropFirst("the ".count)) to '\(name)'"
            told = "nothing"
        }
        return Finding(
            ClientRule.flow, "the call \(text), expected \(expected)", expected: MessageText(expected), found: told,
            at: header?.pointer ?? pointer, data: "/request", about: [name, place.name])
    }

    /// Headers of the contract that were recorded and are not sent: where their value is an argument's, nothing but the
    /// recording says that there is one.
    private func lostHeaders(of sent: RecordedRequest, beside entry: Int) -> [Finding] {
        let endpoint = senders[entry].endpoint
        return (endpoint?.request?.headers ?? []).filter { header in
            sent.headers[header.name] == nil && !header.expectation.placeholders.isEmpty
        }.compactMap { header in
            recorded[entry].request.headers[header.name].map { value in
                Finding(
                    ClientRule.request,
                    "the call sends another request to '\(endpoint?.name ?? "")': the header '\(header.name)' is missing",
                    expected: .excerpt(value), found: "nothing", at: header.pointer, data: "/request")
            }
        }
    }
}

extension MessagePart {
    /// Whether it is a variable of the environment, by its placeholder.
    fileprivate var isVariable: Bool { text.hasPrefix("{env:") && text.hasSuffix("}") }

    /// Whether a value is no common word or small number, which two messages may have by chance, and no moment.
    fileprivate func isOpaque(at moment: Timestamp) -> Bool {
        guard text.isDistinctive || CredentialStandIn.isOne(text), DateText.date(from: text) == nil else {
            return false
        }
        // Seconds or milliseconds since 1970, a day around the exchange.
        guard let number = Double(text) else { return true }
        return ![1, 1000].contains { abs(number / $0 - moment.secondsSince1970) < 86_400 }
    }
}

extension MessagePart.Place {
    /// The place in a request, for a person.
    fileprivate var name: String {
        switch self {
        case .header(let name): "the header '\(name)'"
        case .cookie(let name): "the cookie '\(name)'"
        case .query(let name, _): "the query '\(name)'"
        case .segment, .location, .link: "the path"
        case .body(let pointer): "'\(pointer)' of the body"
        }
    }

    /// A value by its place in a response, for a person.
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

    /// Whether services give a value at this place to be sent back at another, however common it is.
    fileprivate func isMeant(for other: MessagePart.Place) -> Bool {
        switch (self, other) {
        case (.header(let name), .header(let condition)):
            ["etag", "last-modified"].contains(name.lowercased()) && condition.lowercased().hasPrefix("if-")
        case (.cookie(let name), .cookie(let sent)): name == sent
        case (.link(_, let name), .query(let sent, _)): name == sent
        case (.location, .segment): true
        case (.header, _), (.cookie, _), (.link, _), (.location, _), (.query, _), (.segment, _), (.body, _): false
        }
    }

    fileprivate func isSame(as other: MessagePart.Place) -> Bool {
        if case .header(let name) = other { isHeader(name) } else { self == other }
    }

    fileprivate func isHeader(_ name: String) -> Bool {
        if case .header(let own) = self { own.lowercased() == name.lowercased() } else { false }
    }

    /// Whether its value is a credential, which no message tells.
    fileprivate var isDenied: Bool {
        if case .cookie = self { true } else { Redaction.deniedHeaders.contains(where: isHeader) }
    }
}
