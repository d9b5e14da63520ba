import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads each event with its own session, as a view of that event would.
private final class TitleLoader: @unchecked Sendable {
    private struct Event: Decodable { let title: String }

    private let configuration: URLSessionConfiguration
    private let lock = NSLock()
    // Guarded by `lock`.
    private var titles: [Int: String] = [:]
    private var order: [Int] = []

    init(_ configuration: URLSessionConfiguration) { self.configuration = configuration }

    private func load(_ id: Int, _ group: DispatchGroup) {
        guard let url = URL(string: "https://api.tickets.example/events/\(id)") else { return }
        group.enter()
        let session = URLSession(configuration: configuration)
        session.dataTask(with: url) { [self] data, _, _ in
            let event = data.flatMap { try? JSONDecoder().decode(Event.self, from: $0) }
            lock.withLock {
                titles[id] = event?.title
                order.append(id)
            }
            session.finishTasksAndInvalidate()
            group.leave()
        }.resume()
    }

    /// - Parameter asTheyCome: whether titles are in order of arrival, which is the twin's fault.
    func load(_ ids: [Int], asTheyCome: Bool = false) async -> [String] {
        let group = DispatchGroup()
        for id in ids { load(id, group) }
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        return lock.withLock { (asTheyCome ? order : ids).compactMap { titles[$0] } }
    }
}

extension SoundCode {
    @Test func titlesBySessions() async {
        func load(asTheyCome: Bool) -> Binding {
            .endpoint(
                Endpoint("titles") { (arguments: Arguments, session: URLSession) in
                    await TitleLoader(session.configuration).load(try arguments["ids"], asTheyCome: asTheyCome)
                })
        }
        expectNone(await findings("tickets", [load(asTheyCome: false)], #_sourceLocation), #_sourceLocation)
        // Replay cannot order the responses of separate sessions. They may arrive out of order in the first run, so
        // that the returned value is wrong there, in several runs, or in order in every run.
        var found: [Finding] = []
        for _ in 1...5 where found.isEmpty {
            found = await findings("tickets", [load(asTheyCome: true)], #_sourceLocation)
        }
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { ["client.reply-order", "client.returns"].contains($0.rule) })
        #expect(found.allSatisfy { "\($0.contract.pointer)".hasPrefix("/endpoints/titles/cases/0") })
    }
}
