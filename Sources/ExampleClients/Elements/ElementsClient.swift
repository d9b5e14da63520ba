import Foundation

/// Reads elements and their images, and stores favorites.
///
/// All methods throw ``AppError`` or `CancellationError`. Copies of a client share its image cache.
package struct ElementsClient: Sendable {
    private let transport: HTTPTransport
    private let images = ImageCache()

    package init(transport: @escaping HTTPTransport) {
        self.transport = transport
    }

    package func elements() async throws -> [Element] {
        try await elements(ElementsAPI.elements())
    }

    package func remainingElements() async throws -> [Element] {
        try await elements(ElementsAPI.remainingElements())
    }

    package func allElements() async throws -> [Element] {
        async let first = elements()
        async let rest = remainingElements()
        return try await (first + rest).sorted { $0.number < $1.number }
    }

    /// Stores a favorite and returns it as the service stored it.
    package func favorite(
        favoritedBy user: String, elementName: String, elementSymbol: String
    ) async throws -> Favorite {
        try await reply(
            to: ElementsAPI.favorite(favoritedBy: user, elementName: elementName, elementSymbol: elementSymbol)
        ).model(orThrow: AppError.decodingError(expected: "a favourite"))
    }

    /// Returns one user's favorites.
    ///
    /// The service's list is shared with other apps, whose records may have other shapes. Those are ignored.
    package func favorites(of user: String) async throws -> [Favorite] {
        try await reply(to: ElementsAPI.favorites())
            .objects(orThrow: AppError.decodingError(expected: "a list of favourites"))
            .compactMap(Favorite.init(json:))
            .filter { $0.favoritedBy == user }
    }

    /// Returns an element's small image, from the cache if possible.
    package func thumbnail(number: Int) async throws -> Data {
        try await image(ElementsAPI.thumbnail(number: number))
    }

    /// Returns an element's large image, from the cache if possible.
    package func fullImage(name: String, number: Int) async throws -> Data {
        try await image(ElementsAPI.fullImage(name: name, number: number))
    }

    private func elements(_ request: URLRequest) async throws -> [Element] {
        try await reply(to: request).models(orThrow: AppError.decodingError(expected: "a list of elements"))
    }

    private func image(_ request: URLRequest) async throws -> Data {
        try await images.image(for: request) { request in
            let reply = try await reply(to: request)
            let mediaType = reply.mediaType?.essence ?? ""
            guard let format = ImageFormat(mediaType: mediaType) else { throw AppError.badMimeType(mediaType) }
            guard format.isComplete(reply.body) else { throw AppError.decodingError(expected: "an image") }
            return reply.body
        }
    }

    private func reply(to request: URLRequest) async throws -> HTTPReply {
        let reply = try await HTTPReply.receive(request, over: transport, notHTTP: AppError.noResponse) {
            .networkError($0)
        }
        guard reply.isSuccess else { throw AppError.badStatusCode(reply.status) }
        return reply
    }
}

package enum AppError: LocalizedError, Sendable, Hashable {
    /// No URL can be built for this subject.
    case badURL(String)
    case networkError(URLError.Code)
    /// The response is not HTTP.
    case noResponse
    /// The response does not contain the expected content.
    case decodingError(expected: String)
    case badStatusCode(Int)
    /// An image is neither JPEG nor PNG, or has no media type.
    case badMimeType(String)

    package var errorDescription: String? {
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
