import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Images in memory, by their address; whoever asks for one that is on its way waits for the same load.
actor ImageCache {
    typealias Load = @Sendable (URLRequest) async throws -> Data

    private struct Loading {
        let task: Task<Void, Never>
        var waiting: [UInt64: CheckedContinuation<Data, any Error>] = [:]
    }

    private let images = NSCache<NSURL, NSData>()
    private var loads: [URL: Loading] = [:]
    private var lastTicket: UInt64 = 0

    /// Makes an empty cache that gives up old images beyond a number of bytes.
    init(byteLimit: Int = 32 << 20) {
        images.totalCostLimit = byteLimit
    }

    /// Gives an image from memory, or loads it.
    ///
    /// A caller that is cancelled stops waiting at once; the load goes on as long as somebody waits for it. A load that
    /// fails is not remembered.
    ///
    /// - Throws: what the load throws, or `CancellationError`.
    func image(for request: URLRequest, load: @escaping Load) async throws -> Data {
        guard let url = request.url else { throw AppError.badURL("an image") }
        if let image = images.object(forKey: url as NSURL) { return image as Data }
        lastTicket += 1
        let ticket = lastTicket
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                var loading = loads[url] ?? Loading(task: Task { await self.run(load, request, at: url) })
                loading.waiting[ticket] = continuation
                loads[url] = loading
            }
        } onCancel: {
            Task { await self.stopWaiting(ticket, at: url) }
        }
    }

    /// How many callers wait for an image that is on its way.
    func waiters(for request: URLRequest) -> Int {
        request.url.flatMap { loads[$0]?.waiting.count } ?? 0
    }

    private func run(_ load: Load, _ request: URLRequest, at url: URL) async {
        let outcome: Result<Data, any Error>
        do {
            let image = try await load(request)
            images.setObject(image as NSData, forKey: url as NSURL, cost: image.count)
            outcome = .success(image)
        } catch {
            outcome = .failure(error)
        }
        // Everybody may have stopped waiting, and a load after this one begun: its waiters are not this one's.
        guard !Task.isCancelled, let loading = loads.removeValue(forKey: url) else { return }
        for continuation in loading.waiting.values { continuation.resume(with: outcome) }
    }

    private func stopWaiting(_ ticket: UInt64, at url: URL) {
        guard let continuation = loads[url]?.waiting.removeValue(forKey: ticket) else { return }
        continuation.resume(throwing: CancellationError())
        if loads[url]?.waiting.isEmpty == true { loads.removeValue(forKey: url)?.task.cancel() }
    }
}
