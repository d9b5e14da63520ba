import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads elements and their images, and keeps favourites.
///
/// All calls throw ``AppError``, or `CancellationError`. Copies of a client share its images.
package struct ElementsClient: Sendable {
    private let transport: HTTPTransport
    private let images = ImageCache()

    package init(transport: @escaping HTTPTransport) {
        self.transport = transport
    }

    /// Reads the elements 1 to 100.
    package func elements() async throws -> [Element] {
        try await elements(ElementsAPI.elements())
    }

    /// Reads the elements 101 to 118.
    package func remainingElements() async throws -> [Element] {
        try await elements(ElementsAPI.remainingElements())
    }

    /// Reads all elements, in the order of their numbers.
    package func allElements() async throws -> [Element] {
        async let first = elements()
        async let rest = remainingElements()
        return try await (first + rest).sorted { $0.number < $1.number }
    }

    /// Marks an element as somebody's favourite and gives what the service stored.
    package func favorite(
        favoritedBy user: String, elementName: String, elementSymbol: String
    ) async throws -> Favorite {
        let reply = try await reply(
            to: ElementsAPI.favorite(favoritedBy: user, elementName: elementName, elementSymbol: elementSymbol))
        let fault = AppError.decodingError(expected: "a favourite")
        guard let favorite = Favorite(json: try reply.object(orThrow: fault)) else { throw fault }
        return favorite
    }

    /// Reads the favourites of one user.
    ///
    /// The list is everybody's, and other apps keep records of another shape in it: those are nobody's favourites and are
    /// left out, like those of other users.
    package func favorites(of user: String) async throws -> [Favorite] {
        try await reply(to: ElementsAPI.favorites())
            .objects(orThrow: AppError.decodingError(expected: "a list of favourites"))
            .compactMap(Favorite.init(json:))
            .filter { $0.favoritedBy == user }
    }

    /// Reads the small image of an element, from memory where it was read before.
    package func thumbnail(number: Int) async throws -> Data {
        try await image(ElementsAPI.thumbnail(number: number))
    }

    /// Reads the large image of an element, from memory where it was read before.
    package func fullImage(name: String, number: Int) async throws -> Data {
        try await image(ElementsAPI.fullImage(name: name, number: number))
    }

    private func elements(_ request: URLRequest) async throws -> [Element] {
        let fault = AppError.decodingError(expected: "a list of elements")
        return try await reply(to: request).objects(orThrow: fault).map { json in
            guard let element = Element(json: json) else { throw fault }
            return element
        }
    }

    private func image(_ request: URLRequest) async throws -> Data {
        try await images.image(for: request) { request in
            let reply = try await reply(to: request)
            let mediaType = reply.mediaType?.essence ?? ""
            guard let format = ImageFormat(mediaType: mediaType) else { throw AppError.badMimeType(mediaType) }
            guard format.isWhole(reply.body) else { throw AppError.decodingError(expected: "an image") }
            return reply.body
        }
    }

    private func reply(to request: URLRequest) async throws -> HTTPReply {
        let reply = try await HTTPReply.receive(request, over: transport) { fault -> AppError in
            switch fault {
            case .connection(let code): .networkError(code)
            case .notHTTP: .noResponse
            }
        }
        guard reply.isSuccess else { throw AppError.badStatusCode(reply.status) }
        return reply
    }
}

/// The reason why elements, favourites or images could not be had.
package enum AppError: LocalizedError, Sendable, Hashable {
    /// There is no address for the request, for this reason.
    case badURL(String)
    case networkError(URLError.Code)
    /// The answer was no HTTP reply.
    case noResponse
    /// The answer lacks what it should hold, for this reason.
    case decodingError(expected: String)
    case badStatusCode(Int)
    /// An image came as something else than JPEG or PNG, or without saying as what.
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
