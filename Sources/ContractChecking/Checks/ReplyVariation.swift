import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a network may do otherwise at any time: a call comes to the same all the same.
enum ReplyVariation: CaseIterable {
    /// Names of headers in another letter case; HTTP/2 has them in small letters.
    case headerCase
    /// The replies to requests that are under way at once, the last one first.
    case replyOrder

    /// - Parameter requests: how many a call sends.
    func transport(over base: any Transport, requests: Int) -> any Transport {
        switch self {
        case .headerCase: HeaderCaseTransport(wrapped: base)
        case .replyOrder: ReplyOrderTransport(wrapping: base, requests: requests)
        }
    }

    /// Whether a call could tell the difference at all.
    func concerns(_ exchanges: [HTTPExchange], _ result: CallSession.Result, _ outcome: Outcome) -> Bool {
        switch self {
        // Foundation gives the names that it knows one spelling; a call can only trip over the others.
        case .headerCase: exchanges.contains { $0.response.headers.fields.contains { !$0.hasOneSpelling } }
        // Which of several errors comes first is nobody's to say.
        case .replyOrder: exchanges.count > 1 && result.returned != nil && outcome.order == .asReceived
        }
    }

    var rule: ClientRule {
        switch self {
        case .headerCase: ClientRule.headerCase
        case .replyOrder: ClientRule.replyOrder
        }
    }

    var circumstance: String {
        switch self {
        case .headerCase: "the names of headers come in another letter case"
        case .replyOrder: "the replies to requests sent at once come in another order"
        }
    }
}

extension CallSession.Result {
    /// Whether two runs of a call came to the same, as far as a user of the client sees.
    func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.returned(let one), .returned(let other)): one.json == other.json
        case (.threw(let one), .threw(let other)): one.name == other.name && one.cases == other.cases
        case (.hung, .hung): true
        case (.returned, _), (.threw, _), (.hung, _): false
        }
    }

    var excerpt: FindingText {
        switch self {
        case .returned(let returned): .excerpt(returned.json)
        case .threw(let error): .excerpt("\(error.name): \(error.text)")
        case .hung: "no end"
        }
    }
}

extension HeaderFields.Field {
    /// The names that HTTPURLResponse spells in one way itself.
    private static let known: Set<String> = [
        "accept-ranges", "age", "allow", "cache-control", "connection", "content-disposition", "content-encoding",
        "content-language", "content-length", "content-location", "content-type", "date", "etag", "expires",
        "last-modified", "location", "server", "set-cookie", "transfer-encoding", "vary",
    ]

    /// Whether every spelling of the name is read alike, whatever a call asks for.
    fileprivate var hasOneSpelling: Bool { Self.known.contains(name.lowercased()) }
}

/// Gives responses whose header names are in small letters, or capitalised where they are in small letters already.
private struct HeaderCaseTransport: HopTransport {
    let wrapped: any Transport

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let (data, received) = try await wrapped.singleHop(request)
        var response = RecordedResponse(data, received)
        response.headers = HeaderFields(
            response.headers.fields.map { field in
                // HTTPCookie reads 'Set-Cookie' in this spelling only, which is not the client's to mend.
                if field.isNamed("Set-Cookie") { return field }
                let small = field.name.lowercased()
                return HeaderFields.Field(small == field.name ? small.capitalized : small, field.value)
            })
        guard let url = received.url ?? request.url, let changed = response.urlResponse(url: url) else {
            return (data, received)
        }
        return (data, changed)
    }
}

/// Holds replies back until no further request can come or has come for a while, and then gives the last one first.
private final class ReplyOrderTransport: HopTransport {
    /// How long a further request may take to come.
    private static let patience = Duration.milliseconds(15)

    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// How many requests came before those that wait.
        var answered = 0
        /// Counts the groups of requests that were answered together.
        var group = 0
    }

    private let wrapped: any Transport
    private let requests: Int
    private let state = Locked(State())

    init(wrapping transport: any Transport, requests: Int) {
        wrapped = transport
        self.requests = requests
    }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let reply = try await wrapped.singleHop(request)
        await withCheckedContinuation { continuation in
            let (group, isFirst, isLast) = state.withLock { state in
                state.waiting.append(continuation)
                return (state.group, state.waiting.count == 1, state.answered + state.waiting.count == requests)
            }
            if isLast {
                Task { await release(group) }
            } else if isFirst {
                Task { await releaseInTime(group) }
            }
        }
        return reply
    }

    private func releaseInTime(_ group: Int) async {
        // One waits already, or there would be nothing to release.
        var known = 1
        while true {
            do { try await Task.sleep(for: Self.patience) } catch { break }
            let count = state.withLock { $0.group == group ? $0.waiting.count : nil }
            guard let count else { return }
            if count == known { break }
            known = count
        }
        await release(group)
    }

    private func release(_ group: Int) async {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.group == group else { return [] }
            defer { state = State(answered: state.answered + state.waiting.count, group: group + 1) }
            return state.waiting
        }
        // Each has time to arrive before the next, the more of it the fewer they are.
        let pause = max(.milliseconds(1), Self.patience / max(3, waiting.count))
        for continuation in waiting.reversed() {
            continuation.resume()
            if waiting.count > 1 { do { try await Task.sleep(for: pause) } catch { continue } }
        }
    }
}
