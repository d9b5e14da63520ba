import Foundation

@testable import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct ClosureTransport: Transport {
    let answer: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) { try await answer(request) }
}

func get(_ url: String, timeout: Double = 300) throws -> URLRequest {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    return URLRequest(url: url, timeoutInterval: timeout)
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

/// Returns the URL error that a call throws.
func urlError(_ call: () async throws -> Void) async -> URLError.Code? {
    do {
        try await call()
        return nil
    } catch {
        return (error as? URLError)?.code
    }
}

extension RecordingStore {
    /// Returns the recordings in the folder as sorted relative paths.
    func paths() throws -> [String] {
        let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let files = all.filter { $0.hasSuffix(".har") && !($0.split(separator: "/").last?.hasPrefix(".") ?? true) }
        return pending.recordings.union(files).sorted()
    }
}
