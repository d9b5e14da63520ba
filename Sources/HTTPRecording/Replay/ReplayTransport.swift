import Foundation
import JSONValues

/// A transport that answers requests from a recording and never uses the network.
///
/// A request matches an entry by method, origin, decoded path, query items in any order, and body. Bodies compare by
/// value if their format is known, otherwise by bytes. Equal entries play in order. Redirects are followed within the
/// recording. Concurrent use is safe: each request takes its own entry.
public final class ReplayTransport: Sendable {
    /// The number of times that an entry plays.
    public enum Playback: Sendable, Hashable {
        /// Each entry plays once.
        case once
        /// After the last of equal entries, the first plays again. Memory use stays constant.
        case repeating
    }

    /// A function that returns the same request for all requests with one meaning.
    package typealias Meaning = @Sendable (RecordedRequest) -> RecordedRequest

    /// A function that returns the response to a request that matches no entry, or `nil` to fail it.
    package typealias Fallback = @Sendable (URLRequest) -> RecordedResponse?

    private struct State {
        /// The number of plays of each group.
        var turns: [Int]
        var answered: [(entry: Int, request: RecordedRequest)] = []
        var misses: [ReplayMiss] = []
    }

    private let entries: [HTTPExchange]
    private let keys: [RequestKey]
    private let redaction: Redaction
    private let playback: Playback
    /// The indices of the entries, grouped by equal keys.
    private let groups: [[Int]]
    private let groupOfKey: [RequestKey: Int]
    private let meaning: Meaning?
    private let fallback: Fallback?
    /// The meanings of the entries, computed when a request first has no exact match.
    private let meanings: Lazy<[RequestKey]>
    private let state: Locked<State>

    /// Creates a transport for one recording.
    ///
    /// - Parameters:
    ///   - recording: the exchanges to replay.
    ///   - redaction: applied to each request before matching.
    ///   - playback: the number of times that each entry is replayed.
    public convenience init(_ recording: Recording, redaction: Redaction = Redaction(), playback: Playback = .once) {
        self.init(recording, redaction: redaction, playback: playback, meaning: nil)
    }

    /// - Parameter meaning: decides for requests that match no entry exactly.
    package init(
        _ recording: Recording, redaction: Redaction = Redaction(), playback: Playback = .once, meaning: Meaning?,
        fallback: Fallback? = nil
    ) {
        let entries = recording.entries
        self.entries = entries
        self.meaning = meaning
        self.fallback = fallback
        meanings = Lazy { meaning.map { meaning in entries.map { RequestKey(meaning($0.request)) } } ?? [] }
        keys = entries.map { RequestKey($0.request) }
        self.redaction = redaction
        self.playback = playback
        let equal = zip(keys, keys.indices).grouped { $0.0 }
        groupOfKey = Dictionary(uniqueKeysWithValues: zip(equal.map(\.key), equal.indices))
        groups = equal.map { $0.elements.map(\.1) }
        state = Locked(State(turns: groups.map { _ in 0 }))
    }

    /// The indices of the played entries, in order of first use.
    public var played: [Int] { answered.map(\.entry) }

    /// The request that each entry first answered, as sent, in the order of `played`.
    package var answered: [(entry: Int, request: RecordedRequest)] { state.withLock { $0.answered } }

    /// The first 1000 requests that matched no entry.
    public var misses: [ReplayMiss] { state.withLock { $0.misses } }

    /// The indices of the entries that were never played.
    public var unplayed: [Int] {
        let counts = playCounts
        return counts.indices.filter { counts[$0] == 0 }
    }

    package func summary(of entry: Int) -> String { NearMisses.summary(of: entries[entry].request, keys[entry]) }

    private var playCounts: [Int] {
        var counts = Array(repeating: 0, count: entries.count)
        for (group, turns) in zip(groups, state.withLock { $0.turns }) {
            for (position, entry) in group.enumerated() {
                counts[entry] = (turns + group.count - 1 - position) / group.count
            }
        }
        return counts
    }
}

extension ReplayTransport: HopTransport {
    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let sent = RecordedRequest(request)
        let redacted = redaction.redacted(sent)
        let key = RequestKey(redacted)
        guard let entry = take(key, sent) ?? takeByMeaning(redacted, sent) else {
            let candidates = NearMisses.of(key, among: entries, keys: keys, played: playCounts)
            let miss = ReplayMiss(request: redacted, candidates: candidates)
            state.withLock { if $0.misses.count < 1000 { $0.misses.append(miss) } }
            guard let answer = fallback?(request)?.answer(at: request.url) else { throw miss }
            return answer
        }
        let recorded = entries[entry].response
        guard let answer = recorded.answer(at: request.url) else {
            throw TransportError("Entry \(entry + 1) has no response: its status is \(recorded.status).")
        }
        return answer
    }

    /// Takes the next of the entries with a key; `nil` if there is none or all have played and do not repeat.
    private func take(_ key: RequestKey, _ sent: RecordedRequest) -> Int? {
        guard let number = groupOfKey[key] else { return nil }
        let group = groups[number]
        return state.withLock { state in
            let turn = state.turns[number]
            guard turn < group.count || playback == .repeating else { return nil }
            state.turns[number] += 1
            let entry = group[turn % group.count]
            if turn < group.count { state.answered.append((entry, sent)) }
            return entry
        }
    }

    private func takeByMeaning(_ request: RecordedRequest, _ sent: RecordedRequest) -> Int? {
        guard let meaning else { return nil }
        let wanted = RequestKey(meaning(request))
        let counts = playCounts
        // The entries with the fewest plays come first, so that all of them repeat.
        let order = keys.indices.filter { meanings.value[$0] == wanted }.sorted { (counts[$0], $0) < (counts[$1], $1) }
        for index in order {
            if let entry = take(keys[index], sent) { return entry }
        }
        return nil
    }
}

extension ReplayTransport: CustomReflectable {
    /// A mirror without children, because received requests may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
