import Foundation

/// An in-memory image cache by URL, in which concurrent requests for one image share one load.
actor ImageCache {
    typealias Load = @Sendable (URLRequest) async throws -> Data

    private struct Loading {
        let task: Task<Void, Never>
        var waiting: [UInt64: CheckedContinuation<Data, any Error>] = [:]
    }

    private let images = NSCache<NSURL, NSData>()
    private var loads: [URL: Loading] = [:]
    private var lastTicket: UInt64 = 0

    init() { images.totalCostLimit = 32 << 20 }

    /// Returns an image from the cache, or loads it.
    ///
    /// A canceled caller stops waiting immediately. The load continues while others wait. Failures are not cached.
    ///
    /// - Throws: the error of the load, or `CancellationError`.
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
        // All callers may have stopped waiting and a new load started, whose waiters belong to that load.
        guard !Task.isCancelled, let loading = loads.removeValue(forKey: url) else { return }
        for continuation in loading.waiting.values { continuation.resume(with: outcome) }
    }

    private func stopWaiting(_ ticket: UInt64, at url: URL) {
        guard let continuation = loads[url]?.waiting.removeValue(forKey: ticket) else { return }
        continuation.resume(throwing: CancellationError())
        if loads[url]?.waiting.isEmpty == true { loads.removeValue(forKey: url)?.task.cancel() }
    }
}

enum ImageFormat {
    case jpeg
    case png

    init?(mediaType: String) {
        switch mediaType {
        case "image/jpeg": self = .jpeg
        case "image/png": self = .png
        default: return nil
        }
    }

    /// Whether the data begins and ends like a complete file of this format.
    ///
    /// JPEG extends from the SOI marker to EOI (ITU-T T.81, B.1.1.3), and some writers append zeros. PNG extends from
    /// its signature to the IEND chunk (RFC 2083, sections 3.1 and 4.1.4).
    func isComplete(_ data: Data) -> Bool {
        switch self {
        case .jpeg:
            let padding = data.reversed().prefix { $0 == 0 }.count
            return data.starts(with: [0xFF, 0xD8, 0xFF])
                && data.dropLast(padding).suffix(2).elementsEqual([0xFF, 0xD9])
        case .png:
            return data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
                && data.suffix(8).elementsEqual([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        }
    }
}
