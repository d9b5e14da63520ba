import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Answers requests from a recording; it never touches the network.
///
/// A request matches an entry by method, origin, decoded path, query pairs in any order, and body (JSON by value, a form
/// by its fields, else bytes). Equal entries play in their order. A recorded redirect is followed within the recording.
/// Safe under concurrent use: each request takes an entry of its own.
public actor ReplayTransport {
    /// How often an entry plays.
    public enum Playback: Sendable, Hashable {
        /// Each entry once.
        case once
        /// After the last of equal entries the first plays again. Memory does not grow with the number of requests.
        case repeating
    }

    /// The entries that belong to one request.
    private struct Group {
        var entries: [Int]
        var next = 0
    }

    /// A request as it comes, which spares parsing it where the same bytes came before.
    private struct Raw: Hashable {
        let method: String
        let url: String
        let contentType: String?
        let body: Data?
    }

    private let entries: [HTTPExchange]
    private let keys: [RequestKey]
    private let redaction: Redaction
    private let playback: Playback
    private var groups: [Group] = []
    private var groupOfKey: [RequestKey: Int] = [:]
    private var groupOfRaw: [Raw: Int] = [:]
    private var prepared: [(url: String, data: Data, response: HTTPURLResponse)?]
    private var playCounts: [Int]

    /// The indices of the entries that were played, in the order they first were.
    public private(set) var played: [Int] = []
    /// The requests that matched nothing, the first thousand.
    public private(set) var misses: [ReplayMiss] = []

    /// Makes a transport for one recording.
    ///
    /// - Parameters:
    ///   - recording: the exchanges, redacted as they were written.
    ///   - redaction: is applied to each request before it is matched.
    ///   - playback: whether an entry plays once or again and again.
    public init(_ recording: Recording, redaction: Redaction = Redaction(), playback: Playback = .once) {
        entries = recording.entries
        keys = entries.map { RequestKey($0.request) }
        self.redaction = redaction
        self.playback = playback
        prepared = Array(repeating: nil, count: entries.count)
        playCounts = Array(repeating: 0, count: entries.count)
        for (index, key) in keys.enumerated() {
            if let group = groupOfKey[key] {
                groups[group].entries.append(index)
            } else {
                groupOfKey[key] = groups.count
                groups.append(Group(entries: [index]))
            }
        }
    }

    /// The indices of the entries that were never played.
    public var unplayed: [Int] { playCounts.indices.filter { playCounts[$0] == 0 } }
}

extension ReplayTransport: HopTransport {
    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let url = request.url?.absoluteString ?? ""
        let raw = Raw(
            method: request.httpMethod ?? "GET", url: url,
            contentType: request.value(forHTTPHeaderField: "Content-Type"), body: request.httpBody)
        if request.httpBodyStream == nil, let group = groupOfRaw[raw], let entry = take(from: group) {
            return try response(ofEntry: entry, to: request, url: url)
        }
        let redacted = redaction.redacted(RecordedRequest(request))
        let key = RequestKey(redacted)
        guard let group = groupOfKey[key], let entry = take(from: group) else {
            let candidates = NearMisses.of(key, among: entries, keys: keys, played: playCounts)
            let miss = ReplayMiss(request: redacted, candidates: candidates)
            if misses.count < 1000 { misses.append(miss) }
            throw miss
        }
        // As many spellings as there are entries keep the memory flat.
        if request.httpBodyStream == nil, groupOfRaw.count < 2 * entries.count { groupOfRaw[raw] = group }
        return try response(ofEntry: entry, to: request, url: url)
    }

    private func take(from group: Int) -> Int? {
        if groups[group].next == groups[group].entries.count {
            guard playback == .repeating else { return nil }
            groups[group].next = 0
        }
        let entry = groups[group].entries[groups[group].next]
        groups[group].next += 1
        playCounts[entry] += 1
        if playCounts[entry] == 1 { played.append(entry) }
        return entry
    }

    private func response(
        ofEntry index: Int, to request: URLRequest, url text: String
    ) throws -> (Data, HTTPURLResponse) {
        if let ready = prepared[index], ready.url == text { return (ready.data, ready.response) }
        let recorded = entries[index].response
        guard let url = request.url, let response = recorded.urlResponse(url: url) else {
            throw TransportError("Entry \(index) has no response: its status is \(recorded.status).")
        }
        let data = prepared[index]?.data ?? Data(recorded.body)
        prepared[index] = (text, data, response)
        return (data, response)
    }
}

extension ReplayTransport: CustomReflectable {
    /// A mirror without children: requests that came may hold secrets.
    public nonisolated var customMirror: Mirror { Mirror(self, children: [:]) }
}
