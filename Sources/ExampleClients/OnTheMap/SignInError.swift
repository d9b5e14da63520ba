import Foundation

/// Why a call that concerns a session or its user failed.
public enum SignInError: LocalizedError, Sendable, Hashable {
    /// The name, the password or both are empty.
    case empty
    /// The answer cannot be read.
    case invalidJson
    /// What the app sent, or was about to send, is not what the service takes.
    case invalidJsonFromUser
    /// The service does not know the account, or not with these credentials.
    case invalidAccount
    /// The service answered, but could not do its work.
    case invalidServer
    /// No answer came over the network.
    case invalidConnection

    /// What a user reads.
    public var errorDescription: String? {
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
