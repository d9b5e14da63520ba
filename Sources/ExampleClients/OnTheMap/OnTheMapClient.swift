import Foundation

/// Signs students in and out, and reads and changes locations on the map.
///
/// Methods for sessions and users throw ``SignInError``, others ``PinError``, and all `CancellationError`.
package struct OnTheMapClient: Sendable {
    private let configuration: OnTheMapConfiguration
    private let transport: HTTPTransport

    package init(configuration: OnTheMapConfiguration, transport: @escaping HTTPTransport) {
        self.configuration = configuration
        self.transport = transport
    }

    package func signIn(username: String, password: String) async throws -> SignIn {
        let request = try OnTheMapAPI.signIn(username: username, password: password, configuration: configuration)
        let reply = try await sessionReply(to: request)
        guard let token = reply.cookie("XSRF-TOKEN") else { throw SignInError.invalidJson }
        return SignIn(session: try reply.model(orThrow: SignInError.invalidJson), token: token)
    }

    @discardableResult
    package func signOut(token: String) async throws -> EndedSession {
        try await sessionReply(to: OnTheMapAPI.signOut(token: token, configuration: configuration))
            .model(orThrow: SignInError.invalidJson)
    }

    package func user(key: String) async throws -> User {
        try await sessionReply(to: OnTheMapAPI.user(key: key, configuration: configuration))
            .model(orThrow: SignInError.invalidJson)
    }

    /// Returns a page of locations, see ``OnTheMapAPI/locations(limit:skip:uniqueKey:configuration:)``.
    package func locations(
        limit: Int = 100, skip: Int? = nil, uniqueKey: String? = nil
    ) async throws -> StudentLocations {
        let reply = try await pinReply(
            to: OnTheMapAPI.locations(limit: limit, skip: skip, uniqueKey: uniqueKey, configuration: configuration))
        guard let records = try reply.object(orThrow: PinError.invalidJson)["results"] as? [Any] else {
            throw PinError.invalidJson
        }
        return StudentLocations(records)
    }

    package func postLocation(_ draft: LocationDraft) async throws -> PostedLocation {
        try await pinReply(to: OnTheMapAPI.postLocation(draft, configuration: configuration))
            .model(orThrow: PinError.invalidJson)
    }

    package func changeLocation(objectID: String, to draft: LocationDraft) async throws -> ChangedLocation {
        try await pinReply(
            to: OnTheMapAPI.changeLocation(objectID: objectID, to: draft, configuration: configuration)
        ).model(orThrow: PinError.invalidJson)
    }

    /// Returns the response without its five-byte prefix, which prevents browsers from running the body as a script.
    private func sessionReply(to request: URLRequest) async throws -> HTTPReply {
        let reply = try await HTTPReply.receive(request, over: transport, notHTTP: SignInError.invalidServer) { _ in
            .invalidConnection
        }
        switch reply.status {
        case 200..<300: return reply.dropping(prefix: ")]}'\n")
        case 400: throw SignInError.invalidJsonFromUser
        case 401, 403, 404: throw SignInError.invalidAccount
        default: throw SignInError.invalidServer
        }
    }

    private func pinReply(to request: URLRequest) async throws -> HTTPReply {
        let reply = try await HTTPReply.receive(request, over: transport, notHTTP: PinError.invalidServer) { _ in
            .invalidConnection
        }
        switch reply.status {
        case 200..<300: return reply
        case 400: throw try refusal(in: reply)
        case 401, 403: throw PinError.notAuthorized
        case 404: throw PinError.placeNotFound
        default: throw PinError.invalidServer
        }
    }

    /// Returns the error for a 400 response, by the Parse error code in its body.
    private func refusal(in reply: HTTPReply) throws(PinError) -> PinError {
        switch try reply.object(orThrow: PinError.invalidRequest)["code"] as? Int {
        case 101: .placeNotFound
        case 142: .empty
        default: .invalidRequest
        }
    }
}
