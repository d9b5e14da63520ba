import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why elements, favourites or images could not be had.
public enum AppError: LocalizedError, Sendable, Hashable {
    /// There is no address for what was asked, which is told here.
    case badURL(String)
    /// No answer came over the network.
    case networkError(URLError.Code)
    /// The answer was no HTTP reply.
    case noResponse
    /// The answer is not what it should hold, which is told here.
    case decodingError(expected: String)
    /// The service answered with another status than success.
    case badStatusCode(Int)
    /// An image came as something else than JPEG or PNG, or without saying as what.
    case badMimeType(String)

    /// What a user reads.
    public var errorDescription: String? {
        switch self {
        case .badURL(let what): "There is no address for \(what)."
        case .networkError(let code): "The network failed (\(code.rawValue))."
        case .noResponse: "The server did not answer."
        case .decodingError(let expected): "The server's answer is not \(expected)."
        case .badStatusCode(let status): "The server could not answer (status \(status))."
        case .badMimeType(let type): "An image cannot be of the type \(type)."
        }
    }
}
