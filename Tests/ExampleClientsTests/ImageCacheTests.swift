import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct ImageCacheTests {
    private let request = URLRequest(url: URL(constant: "https://a.example/18.jpg"))

    @Test func loadsAnImageOnce() async throws {
        let cache = ImageCache()
        let loads = Counter()
        for _ in 0..<3 {
            let image = try await cache.image(for: request) { _ in
                await loads.increment()
                return Data([1])
            }
            #expect(image == Data([1]))
        }
        #expect(await loads.count == 1)
    }

    @Test func sharesALoadAmongConcurrentCallers() async throws {
        let cache = ImageCache()
        let loads = Counter()
        let gate = AsyncStream<Void>.makeStream()
        let images = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await cache.image(for: request) { _ in
                        await loads.increment()
                        for await _ in gate.stream {}
                        return Data([2])
                    }
                }
            }
            try await cache.hasWaiters(20, for: request)
            gate.continuation.finish()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(images == Array(repeating: Data([2]), count: 20))
        #expect(await loads.count == 1)
    }

    @Test func retriesAFailedLoad() async throws {
        let cache = ImageCache()
        await #expect(throws: AppError.noResponse) {
            try await cache.image(for: request) { _ in throw AppError.noResponse }
        }
        #expect(try await cache.image(for: request) { _ in Data([3]) } == Data([3]))
    }

    @Test func continuesALoadIfOneCallerIsCancelled() async throws {
        let cache = ImageCache()
        let gate = AsyncStream<Void>.makeStream()
        let load: ImageCache.Load = { _ in
            for await _ in gate.stream {}
            return Data([4])
        }
        let impatient = Task { try await cache.image(for: request, load: load) }
        let patient = Task { try await cache.image(for: request, load: load) }
        try await cache.hasWaiters(2, for: request)
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        gate.continuation.finish()
        #expect(try await patient.value == Data([4]))
    }

    @Test func cancelsALoadWithoutCallers() async throws {
        let cache = ImageCache()
        let cancelled = Counter()
        let caller = Task {
            try await cache.image(for: request) { _ in
                do {
                    try await Task.sleep(for: .seconds(600))
                } catch {
                    await cancelled.increment()
                    throw error
                }
                return Data()
            }
        }
        try await cache.hasWaiters(1, for: request)
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        try await cancelled.reaches(1)
        #expect(try await cache.image(for: request) { _ in Data([5]) } == Data([5]))
    }
}

extension ImageCache {
    /// Returns once a load has the given number of waiters.
    fileprivate func hasWaiters(_ count: Int, for request: URLRequest) async throws {
        while waiters(for: request) < count {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
