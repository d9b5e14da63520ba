import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What lies under a fault in replay: the recording, and for a request it does not match its last response.
///
/// A wrong request is for the request and client checks to tell; a fault check asks only what the client makes of a fault.
struct FaultBase: Transport {
    private let replay: ReplayTransport
    private let fallback: RecordedResponse?

    init(_ recording: Recording) {
        replay = ReplayTransport(recording, playback: .repeating)
        fallback = recording.entries.last?.response
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        do {
            return try await replay.send(request)
        } catch let miss as ReplayMiss {
            guard let url = request.url, let fallback, let response = fallback.urlResponse(url: url) else { throw miss }
            return (Data(fallback.body), response)
        }
    }
}
