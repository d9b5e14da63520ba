import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests the events service understands.
public enum MeetupAPI {
    /// Asks for events that a text describes, near a place.
    ///
    /// - Parameters:
    ///   - latitude: degrees north of the equator, -90 to 90.
    ///   - longitude: degrees east of Greenwich, -180 to 180.
    ///   - key: the app's own key. The service wants it in the query, so the URL of the request is a secret.
    /// - Throws: ``MeetupError/missingKey`` where the key is empty, ``MeetupError/invalidPlace``.
    public static func events(text: String, latitude: Double, longitude: Double, key: String) throws -> URLRequest {
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
