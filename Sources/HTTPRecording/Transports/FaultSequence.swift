import Foundation
import JSONValues

/// A fault that depends on the requests before: an expired or revoked token, an unchanged answer, a stale cursor.
package final class FaultSequence: Sendable {
    /// A request that carries another value than the fault demands.
    package struct WrongValue: Sendable {
        package let request: RecordedRequest
        /// The place of the value in the request.
        package let place: MessagePart.Place
        /// The value that was sent; `nil` where there is none.
        package let found: String?
        /// The value that is demanded; `nil` where any new one will do.
        package let expected: String?
    }

    private struct State {
        /// The token or the cursor that was refused, and the request that carried it.
        var refused: (request: RecordedRequest, part: MessagePart)?
        /// Whether the refusal of a cursor is over, since the pages were begun anew.
        var isOver = false
        var answers: [HTTPExchange] = []
        /// The number of answers before the first refusal of a token, or before the pages were begun anew.
        var before = 0
        /// The texts that requests carried.
        var sent: Set<String> = []
        var refusals = 0
        var wrong: [WrongValue] = []
        /// Whether the fault met a request that it concerns.
        var isPlayed = false
    }

    /// The number of refusals after which a call counts as endless.
    private static let mostRefusals = 50

    private let fault: Fault
    private let credentials: [String]
    private let refusal: RecordedResponse?
    private let state = Locked(State())

    /// Makes the state of a fault; `nil` for a fault that plays on each request by itself.
    ///
    /// - Parameters:
    ///   - credentials: the headers that carry tokens besides `Authorization` and cookies.
    ///   - refusal: the answer to a request that is refused; a plain 401 or 410 by default.
    package init?(_ fault: Fault, credentials: [String] = [], refusal: RecordedResponse? = nil) {
        guard Self.status(of: fault) != nil else { return nil }
        self.fault = fault
        self.credentials = credentials.map { $0.lowercased() }
        self.refusal = refusal
    }

    /// The status by which a fault answers; `nil` for a fault that plays on each request by itself.
    package static func status(of fault: Fault) -> Int? {
        switch fault {
        case .expiredToken, .revokedToken: 401
        case .notModified: 304
        case .staleCursor: 410
        default: nil
        }
    }

    /// Whether a request came that the fault concerns.
    package var isPlayed: Bool { state.withLock { $0.isPlayed } }
    /// Whether the call went on after all refusals that a sound one can need.
    package var isEndless: Bool { state.withLock { $0.refusals > Self.mostRefusals } }
    /// The first request that carried another value than it should.
    package var wrongValue: WrongValue? { state.withLock { $0.wrong.first } }

    /// The number of answers, refusals among them, after which the call began its pages anew.
    package var forgotten: Int { state.withLock { $0.isOver ? $0.before + $0.refusals : 0 } }

    /// Answers a request with the fault where it concerns it, else over the transport.
    func send(_ request: URLRequest, over wrapped: any Transport) async throws -> (Data, HTTPURLResponse) {
        let sent = RecordedRequest(request)
        let parts = sent.parts
        let answer = state.withLock { state -> RecordedResponse? in
            defer { state.sent.formUnion(parts.map(\.text)) }
            if fault == .notModified { return unchanged(sent, parts, &state) }
            if fault == .staleCursor { return staleCursor(sent, parts, &state) }
            return refusedToken(sent, parts, &state)
        }
        if isEndless { throw URLError(.cancelled) }
        if let answer, let url = request.url, let response = answer.urlResponse(url: url) {
            return (Data(answer.body), response)
        }
        let (data, received) = try await wrapped.send(request)
        let answered = changed(HTTPExchange(request: sent, response: RecordedResponse(data, received)))
        state.withLock { $0.answers.append(answered) }
        guard let url = received.url, let response = answered.response.urlResponse(url: url) else {
            return (data, received)
        }
        return (Data(answered.response.body), response)
    }

    /// The exchange with a validator where the fault needs one, and with a new token in place of the refused one, which
    /// a recording gives again.
    private func changed(_ exchange: HTTPExchange) -> HTTPExchange {
        var exchange = exchange
        if fault == .notModified, exchange.tag == nil { exchange.response.headers["ETag"] = "\"unchanged\"" }
        guard fault == .expiredToken, let old = state.withLock({ $0.refused?.part.text }) else { return exchange }
        let new = old.renewed
        exchange.response.body = exchange.response.body.replacing(old.utf8, with: new.utf8)
        exchange.response.headers = exchange.response.headers.mapValues { $0.value.replacing(old, with: new) }
        return exchange
    }

    /// The part of a request that carries its token: `Authorization` before other headers, and these before cookies.
    private func token(of parts: [MessagePart]) -> MessagePart? {
        func header(_ names: [String]) -> MessagePart? {
            parts.first { part in
                if case .header(let name) = part.place { names.contains(name.lowercased()) } else { false }
            }
        }
        return header(["authorization"]) ?? header(credentials)
            ?? parts.first { if case .cookie = $0.place { true } else { false } }
    }

    private func refusedToken(
        _ request: RecordedRequest, _ parts: [MessagePart], _ state: inout State
    ) -> RecordedResponse? {
        let token = token(of: parts)
        guard let refused = state.refused, fault == .expiredToken else {
            // A key that every request carries is no token beside one that was refused.
            guard let token, state.refused.map({ $0.part.place == token.place }) ?? true else { return nil }
            if state.refused == nil {
                state.refused = (request, token)
                state.before = state.answers.count
            }
            return refuse(&state)
        }
        let answers = state.answers[state.before...]
        if let token, answers.contains(where: { $0.gives(token.text) && !$0.isRefresh(token.text) }) { return nil }
        if token?.text != refused.part.text, !refused.request.isSameEndpoint(as: request) { return nil }
        state.wrong.append(
            WrongValue(
                request: request, place: token?.place ?? refused.part.place, found: token?.text,
                expected: answers.lazy.compactMap(\.freshToken).first))
        return refuse(&state)
    }

    private func staleCursor(
        _ request: RecordedRequest, _ parts: [MessagePart], _ state: inout State
    ) -> RecordedResponse? {
        guard let refused = state.refused else {
            let cursor = parts.first { part in
                guard part.place.isOfCursor, !state.sent.contains(part.text) else { return false }
                return state.answers.contains { $0.gives(part.text, asCursor: true) }
            }
            guard let cursor else { return nil }
            state.refused = (request, cursor)
            return refuse(&state)
        }
        // Whoever begins anew may use the cursor that the first page gives.
        if state.isOver { return nil }
        guard parts.contains(where: { $0.text == refused.part.text }) else {
            (state.isOver, state.before) = (true, state.answers.count)
            return nil
        }
        state.wrong.append(
            WrongValue(request: request, place: refused.part.place, found: refused.part.text, expected: nil))
        return refuse(&state)
    }

    private func refuse(_ state: inout State) -> RecordedResponse {
        state.isPlayed = true
        state.refusals += 1
        let status = Self.status(of: fault) ?? 400
        return refusal
            ?? RecordedResponse(
                status: status, headers: status == 401 ? ["WWW-Authenticate": #"Bearer error="invalid_token""#] : [:])
    }

    private func unchanged(
        _ request: RecordedRequest, _ parts: [MessagePart], _ state: inout State
    ) -> RecordedResponse? {
        guard ["GET", "HEAD"].contains(request.method),
            let tag = state.answers.last(where: {
                $0.request.method == request.method && $0.request.url == request.url
                    && (200...299).contains($0.response.status)
            })?.tag
        else { return nil }
        state.isPlayed = true
        let names = ["if-none-match", "if-modified-since"]
        let conditions = parts.filter { part in
            if case .header(let name) = part.place { names.contains(name.lowercased()) } else { false }
        }
        if conditions.contains(where: { $0.text == tag.text }) {
            state.refusals += 1
            return RecordedResponse(status: 304, headers: tag.isDate ? [:] : ["ETag": tag.text])
        }
        let name = tag.isDate ? "If-Modified-Since" : "If-None-Match"
        state.wrong.append(
            WrongValue(
                request: request, place: conditions.first?.place ?? .header(name), found: conditions.first?.text,
                expected: tag.text))
        return nil
    }
}

extension RecordedRequest {
    /// Whether two requests have the same method and path.
    package func isSameEndpoint(as other: RecordedRequest) -> Bool {
        method == other.method && URLText(url).segments == URLText(other.url).segments
    }
}

extension MessagePart.Place {
    /// Whether requests for pages carry their cursor at such a place.
    fileprivate var isOfCursor: Bool {
        switch self {
        case .query, .body: true
        case .header, .cookie, .segment, .link, .location: false
        }
    }

    /// The name of a token in an answer; `nil` at a place that holds none.
    fileprivate var tokenName: String? {
        switch self {
        case .body(let pointer): pointer.tokens.last
        case .cookie(let name), .header(let name): name
        case .query, .segment, .link, .location: nil
        }
    }
}

extension HTTPExchange {
    /// Whether the response gives a value.
    fileprivate func gives(_ text: String, asCursor: Bool = false) -> Bool {
        responseParts.contains { part in
            guard part.text == text else { return false }
            guard asCursor else { return true }
            if case .link = part.place { return true }
            return text.isDistinctive || part.place.tokenName?.lowercased().contains("cursor") ?? false
        }
    }

    /// Whether the response gives the value as a refresh token.
    fileprivate func isRefresh(_ text: String) -> Bool {
        responseParts.contains { $0.text == text && $0.place.tokenName?.lowercased().contains("refresh") ?? false }
    }

    /// The new token that the response gives.
    fileprivate var freshToken: String? {
        responseParts.first { part in
            guard let name = part.place.tokenName?.lowercased() else { return false }
            return !name.contains("refresh") && CredentialNames.contains(name)
        }?.text
    }

    /// The validator of the response: its entity tag, else its date.
    fileprivate var tag: (text: String, isDate: Bool)? {
        if let tag = response.headers["ETag"] { return (tag.withoutWeakMark, false) }
        return response.headers["Last-Modified"].map { ($0, true) }
    }
}

extension String {
    /// Another text of the same shape: its last letter or digit is the next one.
    fileprivate var renewed: String {
        var bytes = Array(utf8)
        guard let index = bytes.lastIndex(where: \.isASCIIAlphanumeric) else { return self + "2" }
        switch bytes[index] {
        case UInt8(ascii: "9"): bytes[index] = UInt8(ascii: "0")
        case UInt8(ascii: "z"): bytes[index] = UInt8(ascii: "a")
        case UInt8(ascii: "Z"): bytes[index] = UInt8(ascii: "A")
        default: bytes[index] += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
