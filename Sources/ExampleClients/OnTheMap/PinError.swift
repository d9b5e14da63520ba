import Foundation

/// Why a call that concerns the locations on the map failed.
public enum PinError: LocalizedError, Sendable, Hashable {
    /// The place, the link or both are empty.
    case empty
    /// The location is not on the map, or no longer.
    case placeNotFound
    /// What the app sent, or was about to send, is not what the service takes.
    case invalidRequest
    /// The service does not take the app's keys.
    case notAuthorized
    /// The answer cannot be read.
    case invalidJson
    /// The service answered, but could not do its work.
    case invalidServer
    /// No answer came over the network.
    case invalidConnection

    /// What a user reads.
    public var errorDescription: String? {
        switch self {
        case .empty: "Empty Location or Link"
        case .placeNotFound: "Location not found"
        case .invalidRequest: "Internal Error"
        case .notAuthorized: "This app may not use the map"
        case .invalidJson: "Unable to read message from server."
        case .invalidServer: "Server offline"
        case .invalidConnection: "Unable to connect to server"
        }
    }
}
