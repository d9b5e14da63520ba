import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks the service for planets.
public struct PlanetsClient: Sendable {
    /// What can go wrong.
    public enum Failure: Error { case unknownPlanet, offline, unreadable }

    private let session: URLSession

    /// Makes a client that asks over a session.
    public init(session: URLSession = .shared) { self.session = session }

    /// The decoder of every answer.
    public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    /// The planet of a name.
    public func planet(named name: String) async throws -> Planet {
        let unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
            .union(CharacterSet(charactersIn: "-._~"))
        // Two names that every URL parser resolves away.
        guard !["", ".", ".."].contains(name),
            let segment = name.addingPercentEncoding(withAllowedCharacters: unreserved),
            let url = URL(string: "https://api.planets.example/v1/planets/\(segment)")
        else { throw Failure.unknownPlanet }
        let (data, response): (Data, URLResponse)
        do { (data, response) = try await session.data(from: url) } catch { throw Failure.offline }
        switch (response as? HTTPURLResponse)?.statusCode {
        case 200: break
        case 404: throw Failure.unknownPlanet
        default: throw Failure.unreadable
        }
        do { return try Self.decoder().decode(Planet.self, from: data) } catch { throw Failure.unreadable }
    }
}
