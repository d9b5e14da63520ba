import Foundation

/// Why the shop could not serve.
public enum BookshopError: LocalizedError, Sendable, Hashable {
    /// There is nothing to search for.
    case emptySearch
    /// The text is no ISBN of thirteen digits.
    case invalidISBN
    /// Nobody orders fewer than one book, or more than twenty.
    case invalidCopies
    /// The token cannot stand in a header.
    case invalidToken
    /// The order has no identifier.
    case noOrder
    /// The shop has no such book.
    case notFound
    /// The shop answered with a failure.
    case failed(status: Int)
    /// The answer is not what the shop promises.
    case unreadable
    /// No answer came over the network.
    case offline

    /// What a reader of the app sees.
    public var errorDescription: String? {
        switch self {
        case .emptySearch: "Type what you are looking for."
        case .invalidISBN: "An ISBN has thirteen digits."
        case .invalidCopies: "You can order up to twenty copies."
        case .invalidToken: "Please sign in again."
        case .noOrder: "There is no such order."
        case .notFound: "We do not have this book."
        case .failed, .unreadable: "The shop cannot answer right now."
        case .offline: "The shop cannot be reached."
        }
    }
}
