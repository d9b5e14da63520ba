import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests the map's service understands; each gives up after five seconds.
package enum OnTheMapAPI {
    private static let origin = "https://onthemap-api.udacity.com/v1"

    /// Opens a session.
    ///
    /// - Throws: ``SignInError/empty`` where the name, the password or both are empty,
    ///   ``SignInError/invalidJsonFromUser`` where a key of the configuration cannot stand in a header.
    package static func signIn(
        username: String, password: String, configuration: OnTheMapConfiguration
    ) throws -> URLRequest {
        guard !username.isEmpty, !password.isEmpty else { throw SignInError.empty }
        return try building(orThrow: SignInError.invalidJsonFromUser) {
            var request = try request(.post, ["session"], configuration)
            request.setValue("application/json", forHTTPHeaderField: "Accept")
            try request.setJSONBody(["udacity": ["username": username, "password": password]])
            return request
        }
    }

    /// Closes the session.
    ///
    /// - Parameter token: the value of the cookie `XSRF-TOKEN`, see ``SignIn/token``; not the session's identifier.
    /// - Throws: ``SignInError/invalidJsonFromUser`` where the token or a key cannot stand in a header.
    package static func signOut(token: String, configuration: OnTheMapConfiguration) throws -> URLRequest {
        try building(orThrow: SignInError.invalidJsonFromUser) {
            var request = try request(.delete, ["session"], configuration)
            try request.setHeader("X-XSRF-TOKEN", to: token)
            return request
        }
    }

    /// Asks who a user is.
    ///
    /// - Parameter key: the key of the account, see ``Session/accountKey``.
    /// - Throws: ``SignInError/invalidJsonFromUser`` where the key cannot be a segment of a path.
    package static func user(key: String, configuration: OnTheMapConfiguration) throws -> URLRequest {
        try building(orThrow: SignInError.invalidJsonFromUser) {
            try request(.get, ["users", key], configuration)
        }
    }

    /// Asks for locations, those that changed last first.
    ///
    /// - Parameters:
    ///   - limit: at most so many, 1 to 1000.
    ///   - skip: leaves out so many at the beginning.
    ///   - uniqueKey: only those of one student.
    /// - Throws: ``PinError/invalidRequest`` where a number is out of its range.
    package static func locations(
        limit: Int = 100, skip: Int? = nil, uniqueKey: String? = nil, configuration: OnTheMapConfiguration
    ) throws -> URLRequest {
        guard (1...1000).contains(limit), skip ?? 0 >= 0 else { throw PinError.invalidRequest }
        var query = [(name: "limit", value: String(limit)), (name: "order", value: "-updatedAt")]
        if let skip { query.append((name: "skip", value: String(skip))) }
        if let uniqueKey { query.append((name: "uniqueKey", value: uniqueKey)) }
        return try building(orThrow: PinError.invalidRequest) {
            try request(.get, ["StudentLocation"], query: query, configuration)
        }
    }

    /// Puts a new location on the map.
    ///
    /// - Throws: ``PinError/empty`` where the place, the link or both are empty, ``PinError/invalidRequest`` where the
    ///   coordinate is not on the earth.
    package static func postLocation(
        _ draft: LocationDraft, configuration: OnTheMapConfiguration
    ) throws -> URLRequest {
        try request(.post, ["StudentLocation"], draft, configuration)
    }

    /// Changes a location that is on the map.
    ///
    /// - Throws: as ``postLocation(_:configuration:)``, and ``PinError/invalidRequest`` where the identifier cannot be a
    ///   segment of a path.
    package static func changeLocation(
        objectID: String, to draft: LocationDraft, configuration: OnTheMapConfiguration
    ) throws -> URLRequest {
        try request(.put, ["StudentLocation", objectID], draft, configuration)
    }

    private static func request(
        _ method: HTTPMethod, _ path: [String], _ draft: LocationDraft, _ configuration: OnTheMapConfiguration
    ) throws -> URLRequest {
        guard !draft.mapString.isEmpty, !draft.mediaURL.isEmpty else { throw PinError.empty }
        guard Coordinate(latitude: draft.latitude, longitude: draft.longitude) != nil else {
            throw PinError.invalidRequest
        }
        return try building(orThrow: PinError.invalidRequest) {
            var request = try request(method, path, configuration)
            try request.setJSONBody(draft)
            return request
        }
    }

    private static func request(
        _ method: HTTPMethod, _ path: [String], query: [(name: String, value: String)] = [],
        _ configuration: OnTheMapConfiguration
    ) throws -> URLRequest {
        var request = URLRequest(method, try URL(origin: origin, path: path, query: query), timeout: 5)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        try request.setHeader("X-Parse-Application-Id", to: configuration.applicationID)
        try request.setHeader("X-Parse-REST-API-Key", to: configuration.restAPIKey)
        return request
    }

    private static func building(
        orThrow failure: some Error, _ build: () throws -> URLRequest
    ) throws -> URLRequest {
        do {
            return try build()
        } catch {
            throw failure
        }
    }
}

/// The two keys that every request to the map carries; they belong to the app's configuration, not to its source.
package struct OnTheMapConfiguration: Sendable, Hashable {
    /// Sent as `X-Parse-Application-Id`.
    package let applicationID: String
    /// Sent as `X-Parse-REST-API-Key`.
    package let restAPIKey: String

    /// Makes a configuration; requests refuse keys that are empty or not visible ASCII.
    package init(applicationID: String, restAPIKey: String) {
        self.applicationID = applicationID
        self.restAPIKey = restAPIKey
    }
}
