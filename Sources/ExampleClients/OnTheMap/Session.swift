import Foundation

package struct Session: JSONReadable, Sendable, Hashable {
    package let accountKey: String
    package let isRegistered: Bool
    package let id: String
    /// The end of the session in RFC 3339 format.
    package let expiration: String

    package init(_ record: JSONRecord) throws(JSONMismatch) {
        let account = try record["account"].record()
        accountKey = try account["key"].nonEmptyString()
        isRegistered = try account["registered"].boolean()
        let session = try record["session"].record()
        id = try session["id"].nonEmptyString()
        expiration = try session["expiration"].string()
    }
}

package struct SignIn: Sendable, Hashable {
    package let session: Session
    /// The value of the cookie `XSRF-TOKEN`, which proves on sign-out that the app itself sent the request.
    package let token: String
}

package struct EndedSession: JSONReadable, Sendable, Hashable {
    package let id: String
    /// The end of the session in RFC 3339 format.
    package let expiration: String

    package init(_ record: JSONRecord) throws(JSONMismatch) {
        let session = try record["session"].record()
        id = try session["id"].nonEmptyString()
        expiration = try session["expiration"].string()
    }
}

package enum SignInError: LocalizedError, Sendable, Hashable {
    /// The name or password is empty.
    case empty
    case invalidJson
    case invalidJsonFromUser
    /// The account is unknown or its credentials are wrong.
    case invalidAccount
    /// The service responded but failed.
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
