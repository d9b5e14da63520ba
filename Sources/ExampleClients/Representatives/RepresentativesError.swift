import Foundation

/// Why a search for representatives failed; a search that finds nobody did not fail.
public enum RepresentativesError: LocalizedError, Sendable, Hashable {
    /// The state is not two capital letters.
    case invalidState
    /// No answer came over the network.
    case connectionFailed
    /// The service answered with another status than success.
    case badStatus(Int)
    /// The answer is neither a list of representatives nor the service's way to say that there are none.
    case unreadable

    /// What a user reads.
    public var errorDescription: String? {
        switch self {
        case .invalidState: "A state is its two-letter code, such as UT."
        case .connectionFailed: "Unable to connect to the server."
        case .badStatus(let status): "The server could not answer (status \(status))."
        case .unreadable: "Unable to read the answer of the server."
        }
    }
}
