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

    /// A raw request, used as a cache key so that repeated requests need not be parsed.
    private struct Spelling: Hashable {
        let method: String
        let url: String
        let contentType: String?
        let body: Data?
    }

    private typealias Spellings = Locked<[Spelling: Int]>

    /// A function that returns the same request for all requests with one meaning.
    package typealias Meaning = @Sendable (RecordedRequest) -> RecordedRequest

    /// A function that returns the response to a request that matches no entry, or `nil` to fail it.
    package typealias Fallback = @Sendable (URLRequest) -> RecordedResponse?

    private struct Log {
        var answered: [(entry: Int, request: RecordedRequest)] = []
        var misses: [ReplayMiss] = []
    }

    private let entries: [HTTPExchange]
    private let keys: [RequestKey]
    private let redaction: Redaction
    /// The groups of equal entries, each with its own lock, so that only equal requests contend.
    private let groups: [EqualEntries]
    private let groupOfKey: [RequestKey: Int]
    private let spellings: [Spellings]
    private let meaning: Meaning?
    private let fallback: Fallback?
    /// The meanings of the entries, computed when a request first has no exact match.
    private let meanings: Lazy<[RequestKey]>
    private let log = Locked(Log())

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
        let equal = zip(keys, keys.indices).grouped { $0.0 }
        groupOfKey = Dictionary(uniqueKeysWithValues: zip(equal.map(\.key), equal.indices))
        groups = equal.map { EqualEntries($0.elements.map(\.1), playback) }
        spellings = (0..<min(16, max(1, entries.count))).map { _ in Spellings([:]) }
    }

    /// The indices of the played entries, in order of first use.
    public var played: [Int] { answered.map(\.entry) }

    /// The request that each entry first answered, as sent, in the order of `played`.
    package var answered: [(entry: Int, request: RecordedRequest)] { log.withLock { $0.answered } }

    /// The first 1000 requests that matched no entry.
    public var misses: [ReplayMiss] { log.withLock { $0.misses } }

    /// The indices of the entries that were never played.
    public var unplayed: [Int] {
        let counts = playCounts
        return counts.indices.filter { counts[$0] == 0 }
    }

    package func summary(of entry: Int) -> String { NearMisses.summary(of: entries[entry].request, keys[entry]) }

    private var playCounts: [Int] {
        groups.reduce(into: Array(repeating: 0, count: entries.count)) { counts, group in
            for (entry, count) in group.playCounts { counts[entry] = count }
        }
    }
}

extension ReplayTransport: HopTransport {
    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let url = request.url?.absoluteString ?? ""
        let spelling = Spelling(
            method: request.httpMethod ?? "GET", url: url,
            contentType: request.value(forHTTPHeaderField: "Content-Type"), body: request.httpBody)
        let known = spellings[Int(UInt(bitPattern: spelling.hashValue) % UInt(spellings.count))]
        if request.httpBodyStream == nil, let group = known.withLock({ $0[spelling] }),
            let play = groups[group].take(for: url)
        {
            return try response(to: request, RecordedRequest(request), url, play, from: group)
        }
        let sent = RecordedRequest(request)
        let redacted = redaction.redacted(sent)
        let key = RequestKey(redacted)
        guard let (group, play, isExact) = take(key, redacted, for: url) else {
            let candidates = NearMisses.of(key, among: entries, keys: keys, played: playCounts)
            let miss = ReplayMiss(request: redacted, candidates: candidates)
            log.withLock { if $0.misses.count < 1000 { $0.misses.append(miss) } }
            guard let answer = fallback?(request), let url = request.url, let response = answer.urlResponse(url: url)
            else { throw miss }
            return (Data(answer.body), response)
        }
        // Limits the cache to about two raw requests per entry. Several groups may have one meaning.
        if isExact, request.httpBodyStream == nil {
            known.withLock { if $0.count * spellings.count < 2 * entries.count { $0[spelling] = group } }
        }
        return try response(to: request, sent, url, play, from: group)
    }

    private func take(
        _ key: RequestKey, _ request: RecordedRequest, for url: String
    ) -> (group: Int, play: EqualEntries.Play, isExact: Bool)? {
        if let group = groupOfKey[key], let play = groups[group].take(for: url) { return (group, play, true) }
        guard let meaning else { return nil }
        let wanted = RequestKey(meaning(request))
        let counts = playCounts
        // The entries with the fewest plays come first, so that all of them repeat.
        for index in keys.indices.filter({ meanings.value[$0] == wanted }).sorted(by: {
            (counts[$0], $0) < (counts[$1], $1)
        }) {
            if let group = groupOfKey[keys[index]], let play = groups[group].take(for: url) {
                return (group, play, false)
            }
        }
        return nil
    }

    private func response(
        to request: URLRequest, _ sent: @autoclosure () -> RecordedRequest, _ text: String, _ play: EqualEntries.Play,
        from group: Int
    ) throws -> (Data, HTTPURLResponse) {
        if play.isFirst {
            let sent = sent()
            log.withLock { $0.answered.append((play.entry, sent)) }
        }
        if let ready = play.ready { return ready }
        let recorded = entries[play.entry].response
        guard let answer = recorded.answer(at: request.url) else {
            throw TransportError("Entry \(play.entry + 1) has no response: its status is \(recorded.status).")
        }
        groups[group].keep(answer, ofEntry: play.entry, for: text)
        return answer
    }
}

private final class EqualEntries: Sendable {
    struct Play {
        let entry: Int
        let isFirst: Bool
        /// The entry's cached response for the same URL.
        let ready: (Data, HTTPURLResponse)?
    }

    private struct Entry {
        let index: Int
        var plays = 0
        var ready: (url: String, answer: (Data, HTTPURLResponse))?
    }

    private struct State {
        var entries: [Entry]
        var next = 0
    }

    private let state: Locked<State>
    private let playback: ReplayTransport.Playback

    init(_ entries: [Int], _ playback: ReplayTransport.Playback) {
        state = Locked(State(entries: entries.map { Entry(index: $0) }))
        self.playback = playback
    }

    var playCounts: [(entry: Int, count: Int)] {
        state.withLock { $0.entries.map { ($0.index, $0.plays) } }
    }

    /// Takes the next entry; `nil` if all entries have played and do not repeat.
    func take(for url: String) -> Play? {
        state.withLock { state in
            if state.next == state.entries.count {
                guard playback == .repeating else { return nil }
                state.next = 0
            }
            let place = state.next
            state.next += 1
            state.entries[place].plays += 1
            let entry = state.entries[place]
            return Play(
                entry: entry.index, isFirst: entry.plays == 1,
                ready: entry.ready.flatMap { $0.url == url ? $0.answer : nil })
        }
    }

    func keep(_ answer: (Data, HTTPURLResponse), ofEntry index: Int, for url: String) {
        state.withLock { state in
            guard let place = state.entries.firstIndex(where: { $0.index == index }) else { return }
            state.entries[place].ready = (url, answer)
        }
    }
}

extension ReplayTransport: CustomReflectable {
    /// A mirror without children, because received requests may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
