import Foundation

/// A session of a user, as the service describes it when it opens one.
package struct Session: Sendable, Hashable {
    package let accountKey: String
    package let isRegistered: Bool
    package let id: String
    /// The time when the session ends, in the form of RFC 3339.
    package let expiration: String

    /// Reads a JSON object; `nil` where a member is missing or of another type, or an identifier empty.
    package init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let account = try record["account"].record()
            accountKey = try account["key"].nonEmptyString()
            isRegistered = try account["registered"].boolean()
            let session = try record["session"].record()
            id = try session["id"].nonEmptyString()
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}

/// The state that an app keeps after signing in.
package struct SignIn: Sendable, Hashable {
    package let session: Session
    /// The proof, when signing out, that the app itself asks for it: the value of the cookie `XSRF-TOKEN`.
    package let token: String
}

/// A session that was closed.
package struct EndedSession: Sendable, Hashable {
    package let id: String
    /// The time when it ended, in the form of RFC 3339.
    package let expiration: String

    /// Reads a JSON object; `nil` where a member is missing or of another type, or the identifier empty.
    package init?(json: [String: Any]) {
        do {
            let session = try JSONRecord(json)["session"].record()
            id = try session["id"].nonEmptyString()
            expiration = try session["expiration"].string()
        } catch {
            return nil
        }
    }
}

/// The reason why a call that concerns a session or its user failed.
package enum SignInError: LocalizedError, Sendable, Hashable {
    /// The name, the password or both are empty.
    case empty
    case invalidJson
    case invalidJsonFromUser
    /// The service does not know the account, or not with these credentials.
    case invalidAccount
    /// The service answered, but could not do its work.
    case invalidServer
    case invalidConnection

    package var errorDescription: String? {
        switch self {
        case .empty: "Empty Email or Password"
        case .invalidJson: "Unable to read message from server."
        case .invalidJsonFromUser: "Internal Error"
        case .invalidAccount: "Invalid Email or Password"
        case .invalidServer: "Server offline"
        case .invalidConnection: "Unable to connect to server"
        }
    }
}
