import Foundation

/// Why a card, or the deck, could not be had.
public enum TarotError: LocalizedError, Sendable, Hashable {
    /// The answer is no JSON object.
    case jsonCastFailed
    /// The answer has no object `response`, which holds the card.
    case noCardKeys
    /// There is no such card, or a member of it is missing or wrong.
    case couldNotMakeCard(number: Int)
    /// The service answered with another status than success.
    case badStatus(Int)
    /// No answer came over the network.
    case connectionFailed

    /// What a user reads.
    public var errorDescription: String? {
        switch self {
        case .jsonCastFailed: "Unable to read the answer of the server."
        case .noCardKeys: "The server's answer holds no card."
        case .couldNotMakeCard(let number): "Card \(number) could not be made."
        case .badStatus(let status): "The server could not answer (status \(status))."
        case .connectionFailed: "Unable to connect to the server."
        }
    }
}
