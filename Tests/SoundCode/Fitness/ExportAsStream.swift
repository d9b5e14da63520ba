import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Returns all rows of an export, page by page. A header field has the number of pages.
private func rows(
    upTo isLast: @escaping @Sendable (_ page: Int, _ total: Int) -> Bool,
    _ send: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
) -> AsyncThrowingStream<String, any Error> {
    AsyncThrowingStream { continuation in
        let task = Task {
            do {
                for page in 1... {
                    guard let url = URL(string: "https://fitness.example/v1/export?page=\(page)") else {
                        throw URLError(.badURL)
                    }
                    let (data, response) = try await send(URLRequest(url: url))
                    for row in try JSONDecoder().decode([String].self, from: data) { continuation.yield(row) }
                    let total = response.value(forHTTPHeaderField: "X-Total-Pages").flatMap { Int($0) } ?? 1
                    if isLast(page, total) { break }
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
    }
}

private func all(_ rows: AsyncThrowingStream<String, any Error>) async throws -> [String] {
    try await rows.reduce(into: []) { $0.append($1) }
}

extension SoundCode {
    /// Twin: counts pages from zero.
    @Test func exportAsStream() async {
        await compare(
            "fitness", finds: Fault("client.returns", at: "/endpoints/exportAll/cases/0/returns/const"),
            Fault("replay.unplayed", at: "/endpoints/exportAll/cases/0")
        ) {
            Endpoint("exportAll") { _, transport in
                try await all(rows(upTo: { $0 >= $1 }) { try await transport.send($0) })
            }
        } twin: {
            Endpoint("exportAll") { _, transport in
                try await all(rows(upTo: { $0 >= $1 - 1 }) { try await transport.send($0) })
            }
        }
    }
}
