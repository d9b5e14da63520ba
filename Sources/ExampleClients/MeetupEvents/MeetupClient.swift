import Foundation

package struct MeetupClient: Sendable {
    private let key: String
    private let transport: HTTPTransport

    /// - Parameter key: the app's own key.
    package init(key: String, transport: @escaping HTTPTransport) {
        self.key = key
        self.transport = transport
    }

    /// Returns events that match a text near a location, in the service's order.
    ///
    /// - Throws: ``MeetupError`` or `CancellationError`.
    package func events(text: String, latitude: Double, longitude: Double) async throws -> [Event] {
        let request = try MeetupAPI.events(text: text, latitude: latitude, longitude: longitude, key: key)
        let reply = try await HTTPReply.receive(request, over: transport, notHTTP: MeetupError.unreadable) { _ in
            .connectionFailed
        }
        switch reply.status {
        case 200..<300: break
        case 401: throw MeetupError.unauthorized
        case 429:
            let seconds = reply.response.value(forHTTPHeaderField: "X-RateLimit-Reset")
            throw MeetupError.throttled(resetSeconds: seconds.flatMap { Int($0) })
        default: throw MeetupError.badStatus(reply.status)
        }
        return try reply.models(orThrow: MeetupError.unreadable)
    }
}

package enum MeetupAPI {
    /// Returns the request for events that match a text near a location.
    ///
    /// - Parameters:
    ///   - latitude: degrees north of the equator, -90 to 90.
    ///   - longitude: degrees east of Greenwich, -180 to 180.
    ///   - key: the app's own key. The service requires it in the query, so the request's URL is a secret.
    /// - Throws: ``MeetupError/missingKey`` if the key is empty, or ``MeetupError/invalidPlace``.
    package static func events(text: String, latitude: Double, longitude: Double, key: String) throws -> URLRequest {
        guard !key.isEmpty else { throw MeetupError.missingKey }
        guard Coordinate(latitude: latitude, longitude: longitude) != nil else { throw MeetupError.invalidPlace }
        return URLRequest(
            .get,
            try URL(
                origin: "https://api.meetup.com", path: ["find", "events"],
                query: [
                    ("key", key), ("fields", "group_photo"), ("text", text), ("lat", latitude.queryText),
                    ("lon", longitude.queryText),
                ]))
    }
}

package enum MeetupError: LocalizedError, Sendable, Hashable {
    case missingKey
    /// The coordinate is out of range.
    case invalidPlace
    case unauthorized
    /// The rate limit was exceeded. The value is the wait in seconds, if the service reported it.
    case throttled(resetSeconds: Int?)
    case badStatus(Int)
    case unreadable
    case connectionFailed

    package var errorDescription: String? {
        switch self {
        case .missingKey: "This app has no key for Meetup."
        case .invalidPlace: "There is no such place."
        case .unauthorized: "Meetup does not accept this app's key."
        case .throttled(let seconds?): "Too many searches. Try again in \(seconds) s."
        case .throttled(nil): "Too many searches. Try again later."
        case .badStatus(let status): "Meetup could not answer (status \(status))."
        case .unreadable: "Unable to read the answer of Meetup."
        case .connectionFailed: "Unable to connect to Meetup."
        }
    }
}
