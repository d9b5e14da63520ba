import Foundation

/// Searches for events.
public struct MeetupClient: Sendable {
    private let key: String
    private let transport: HTTPTransport

    /// Makes a client with the app's own key that performs its requests over a transport.
    public init(key: String, transport: @escaping HTTPTransport) {
        self.key = key
        self.transport = transport
    }

    /// Finds events that a text describes, near a place, in the order of the service.
    ///
    /// - Throws: ``MeetupError``, or `CancellationError`.
    public func events(text: String, latitude: Double, longitude: Double) async throws -> [Event] {
        let request = try MeetupAPI.events(text: text, latitude: latitude, longitude: longitude, key: key)
        let reply = try await HTTPReply.receive(request, over: transport) { fault -> MeetupError in
            switch fault {
            case .connection: .connectionFailed
            case .notHTTP: .unreadable
            }
        }
        switch reply.status {
        case 200..<300: break
        case 401: throw MeetupError.unauthorized
        case 429:
            let seconds = reply.response.value(forHTTPHeaderField: "X-RateLimit-Reset")
            throw MeetupError.throttled(resetSeconds: seconds.flatMap { Int($0) })
        default: throw MeetupError.badStatus(reply.status)
        }
        return try reply.objects(orThrow: MeetupError.unreadable).map { json in
            guard let event = Event(json: json) else { throw MeetupError.unreadable }
            return event
        }
    }
}
