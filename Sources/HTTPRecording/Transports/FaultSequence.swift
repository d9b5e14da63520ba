import Foundation
import JSONValues

/// A fault that depends on earlier requests: an expired or revoked token, an unmodified response, or a stale cursor.
package final class FaultSequence: Sendable {
    package struct WrongValue: Sendable {
        package let request: RecordedRequest
        package let location: MessagePart.Location
        package let found: String?
        /// The expected value; `nil` if any new one is accepted.
        package let expected: String?
    }

    private struct State {
        var refused: (request: RecordedRequest, part: MessagePart)?
        /// Whether the client has restarted its pages, which ends the refusal of the cursor.
        var hasRestartedPages = false
        var answers: [HTTPExchange] = []
        /// The number of answers before the first refusal of a token, or before the restart of the pages.
        var answersBefore = 0
        var sent: Set<String> = []
        var refusals = 0
        var wrong: [WrongValue] = []
    }

    package static let maximumRefusals = 50

    private let fault: Fault
    private let credentials: [String]
    private let refusal: RecordedResponse?
    private let state = Locked(State())

    /// Creates the state of a fault; `nil` for a fault that does not depend on earlier requests.
    ///
    /// - Parameters:
    ///   - credentials: the header fields that carry tokens, in addition to `Authorization` and cookies.
    ///   - refusal: the response to a refused request; by default a plain 401 or 410.
    package init?(_ fault: Fault, credentials: [String] = [], refusal: RecordedResponse? = nil) {
        guard Self.status(of: fault) != nil else { return nil }
        self.fault = fault
        self.credentials = credentials.map { $0.lowercased() }
        self.refusal = refusal
    }

    /// Returns the status of the fault's response; `nil` for a fault that does not depend on earlier requests.
    package static func status(of fault: Fault) -> Int? {
        switch fault {
        case .expiredToken, .revokedToken: 401
        case .notModified: 304
        case .staleCursor: 410
        case .unreachable, .timeout, .connectionLost, .emptyBody, .malformedBody, .otherShape, .emptyObject,
            .truncatedBody, .wrongContentType, .status, .slowBody, .badElement, .redirectLoop, .oversizedBody:
            nil
        }
    }

    package var isTriggered: Bool { state.withLock { $0.refusals > 0 || !$0.wrong.isEmpty } }
    package var isEndless: Bool { state.withLock { $0.refusals > Self.maximumRefusals } }
    package var wrongValue: WrongValue? { state.withLock { $0.wrong.first } }

    /// The number of answers, including refusals, after which the call restarted its pages.
    package var answersBeforeRestart: Int {
        state.withLock { $0.hasRestartedPages ? $0.answersBefore + $0.refusals : 0 }
    }

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
        if let answer = answer?.answer(at: request.url) { return answer }
        let (data, received) = try await wrapped.send(request)
        let answered = changed(HTTPExchange(request: sent, response: RecordedResponse(data, received)))
        state.withLock { $0.answers.append(answered) }
        return answered.response.answer(at: received.url) ?? (data, received)
    }

    /// Returns the exchange with a validator if the fault needs one. Replaces the refused token by a new one, because a
    /// recording would return the refused one.
    private func changed(_ exchange: HTTPExchange) -> HTTPExchange {
        var exchange = exchange
        if fault == .notModified, exchange.tag == nil { exchange.response.headers["ETag"] = "\"unchanged\"" }
        guard fault == .expiredToken, let old = state.withLock({ $0.refused?.part.text }) else { return exchange }
        let new = old.renewed
        exchange.response.body = exchange.response.body.replacing(old.utf8, with: new.utf8)
        exchange.response.headers = exchange.response.headers.mapValues { $0.value.replacing(old, with: new) }
        return exchange
    }

    /// Returns the part that carries the token: `Authorization`, else another header field, else a cookie.
    private func token(of parts: [MessagePart]) -> MessagePart? {
        parts.first { $0.isHeader(in: ["authorization"]) } ?? parts.first { $0.isHeader(in: credentials) }
            ?? parts.first { if case .cookie = $0.location { true } else { false } }
    }

    private func refusedToken(
        _ request: RecordedRequest, _ parts: [MessagePart], _ state: inout State
    ) -> RecordedResponse? {
        let token = token(of: parts)
        guard let refused = state.refused, fault == .expiredToken else {
            // After a refused token, a key that every request carries is not a token.
            guard let token, state.refused.map({ $0.part.location == token.location }) ?? true else { return nil }
            if state.refused == nil {
                state.refused = (request, token)
                state.answersBefore = state.answers.count
            }
            return refuse(&state)
        }
        let answers = state.answers[state.answersBefore...]
        if let token, answers.contains(where: { $0.gives(token.text) && !$0.isRefresh(token.text) }) { return nil }
        if token?.text != refused.part.text, !refused.request.isSameEndpoint(as: request) { return nil }
        state.wrong.append(
            WrongValue(
                request: request, location: token?.location ?? refused.part.location, found: token?.text,
                expected: answers.lazy.compactMap(\.freshToken).first))
        return refuse(&state)
    }

    private func staleCursor(
        _ request: RecordedRequest, _ parts: [MessagePart], _ state: inout State
    ) -> RecordedResponse? {
        guard let refused = state.refused else {
            let cursor = parts.first { part in
                guard part.location.isOfCursor, !state.sent.contains(part.text) else { return false }
                return state.answers.contains { $0.gives(part.text, asCursor: true) }
            }
            guard let cursor else { return nil }
            state.refused = (request, cursor)
            return refuse(&state)
        }
        // A restarted call may use the cursor of its first page.
        if state.hasRestartedPages { return nil }
        guard parts.contains(where: { $0.text == refused.part.text }) else {
            (state.hasRestartedPages, state.answersBefore) = (true, state.answers.count)
            return nil
        }
        state.wrong.append(
            WrongValue(request: request, location: refused.part.location, found: refused.part.text, expected: nil))
        return refuse(&state)
    }

    private func refuse(_ state: inout State) -> RecordedResponse {
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
        let conditions = parts.filter { $0.isHeader(in: ["if-none-match", "if-modified-since"]) }
        if conditions.contains(where: { $0.text == tag.text }) {
            state.refusals += 1
            return RecordedResponse(status: 304, headers: tag.isDate ? [:] : ["ETag": tag.text])
        }
        let name = tag.isDate ? "If-Modified-Since" : "If-None-Match"
        state.wrong.append(
            WrongValue(
                request: request, location: conditions.first?.location ?? .header(name), found: conditions.first?.text,
                expected: tag.text))
        return nil
    }
}

extension RecordedRequest {
    /// Whether the requests have the same method, path, and GraphQL document, if any.
    package func isSameEndpoint(as other: RecordedRequest) -> Bool {
        method == other.method && URLText(url).segments == URLText(other.url).segments && document == other.document
    }

    private var document: String? {
        let query = body.flatMap { JSON(ifValid: $0) }?["query"]?.stringValue
        return query.flatMap(GraphQLDocument.init(request:))?.normalized
    }
}

extension MessagePart {
    fileprivate func isHeader(in names: [String]) -> Bool {
        if case .header(let name) = location { names.contains(name.lowercased()) } else { false }
    }
}

extension MessagePart.Location {
    fileprivate var isOfCursor: Bool {
        switch self {
        case .query, .body: true
        case .header, .cookie, .segment, .link, .location: false
        }
    }

    /// The name of a token in a response; `nil` for a location that cannot hold one.
    fileprivate var tokenName: String? {
        switch self {
        case .body(let pointer): pointer.tokens.last
        case .cookie(let name), .header(let name): name
        case .query, .segment, .link, .location: nil
        }
    }
}

extension HTTPExchange {
    fileprivate func gives(_ text: String, asCursor: Bool = false) -> Bool {
        responseParts.contains { part in
            guard part.text == text else { return false }
            guard asCursor else { return true }
            if case .link = part.location { return true }
            return text.isDistinctive || part.location.tokenName?.lowercased().contains("cursor") ?? false
        }
    }

    fileprivate func isRefresh(_ text: String) -> Bool {
        responseParts.contains { $0.text == text && $0.location.tokenName?.lowercased().contains("refresh") ?? false }
    }

    fileprivate var freshToken: String? {
        responseParts.first { part in
            guard let name = part.location.tokenName?.lowercased() else { return false }
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
    /// A different string of the same shape, with the last letter or digit incremented. A placeholder must not name
    /// another variable.
    fileprivate var renewed: String {
        if hasPrefix("{env:") { return "{new:\(dropFirst(5))" }
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
