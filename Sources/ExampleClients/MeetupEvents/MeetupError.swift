import Foundation

/// Why a search for events failed.
public enum MeetupError: LocalizedError, Sendable, Hashable {
    /// The app has no key for the service.
    case missingKey
    /// The place to search around is not on the earth.
    case invalidPlace
    /// The service does not take the app's key.
    case unauthorized
    /// There were too many requests; the next one is taken after so many seconds, if the service said so.
    case throttled(resetSeconds: Int?)
    /// The service answered with another status than success.
    case badStatus(Int)
    /// The answer is no list of events.
    case unreadable
    /// No answer came over the network.
    case connectionFailed

    /// What a user reads.
    public var errorDescription: String? {
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
