import Foundation

/// The requests of the map service, with a timeout of five seconds.
package enum OnTheMapAPI {
    private static let origin = "https://onthemap-api.udacity.com/v1"

    /// Returns the request to open a session.
    ///
    /// - Throws: ``SignInError/empty`` if the name or password is empty, or ``SignInError/invalidJsonFromUser`` if a
    ///   key of the configuration is not a valid header field value.
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

    /// Returns the request to close the session.
    ///
    /// - Parameter token: the value of the cookie `XSRF-TOKEN`, not the session's identifier, see ``SignIn/token``.
    /// - Throws: ``SignInError/invalidJsonFromUser`` if the token or a key is not a valid header field value.
    package static func signOut(token: String, configuration: OnTheMapConfiguration) throws -> URLRequest {
        try building(orThrow: SignInError.invalidJsonFromUser) {
            var request = try request(.delete, ["session"], configuration)
            try request.setHeader("X-XSRF-TOKEN", to: token)
            return request
        }
    }

    /// Returns the request for a user.
    ///
    /// - Parameter key: the account key, see ``Session/accountKey``.
    /// - Throws: ``SignInError/invalidJsonFromUser`` if the key is not a valid path segment.
    package static func user(key: String, configuration: OnTheMapConfiguration) throws -> URLRequest {
        try building(orThrow: SignInError.invalidJsonFromUser) {
            try request(.get, ["users", key], configuration)
        }
    }

    /// Returns the request for locations, most recently changed first.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of locations, 1 to 1000.
    ///   - skip: the number of locations to skip.
    ///   - uniqueKey: the student whose locations are requested, or `nil` for all.
    /// - Throws: ``PinError/invalidRequest`` if a number is out of range.
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

    /// Returns the request to add a location.
    ///
    /// - Throws: ``PinError/empty`` if the place or link is empty, or ``PinError/invalidRequest`` for a bad coordinate.
    package static func postLocation(
        _ draft: LocationDraft, configuration: OnTheMapConfiguration
    ) throws -> URLRequest {
        try request(.post, ["StudentLocation"], draft, configuration)
    }

    /// Returns the request to change a location.
    ///
    /// - Throws: ``PinError/empty`` or ``PinError/invalidRequest``.
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

/// The two keys of every request to the map service. They belong in the app's configuration, not in its source.
package struct OnTheMapConfiguration: Sendable, Hashable {
    /// Sent as `X-Parse-Application-Id`.
    package let applicationID: String
    /// Sent as `X-Parse-REST-API-Key`.
    package let restAPIKey: String

    package init(applicationID: String, restAPIKey: String) {
        self.applicationID = applicationID
        self.restAPIKey = restAPIKey
    }
}
