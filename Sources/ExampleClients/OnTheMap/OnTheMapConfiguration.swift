/// The two keys that every request to the map carries; they belong to the app's configuration, not to its source.
public struct OnTheMapConfiguration: Sendable, Hashable {
    /// Sent as `X-Parse-Application-Id`.
    public let applicationID: String
    /// Sent as `X-Parse-REST-API-Key`.
    public let restAPIKey: String

    /// Makes a configuration; requests refuse keys that are empty or not visible ASCII.
    public init(applicationID: String, restAPIKey: String) {
        self.applicationID = applicationID
        self.restAPIKey = restAPIKey
    }
}
