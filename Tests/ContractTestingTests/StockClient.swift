import ContractTesting
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct City: Codable {
    let name: String
    let sunrise: Date
    let twinTowns: [String]?
}

struct Almanac {
    var session = URLSession.shared

    static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    func cities(near name: String) async throws -> [City] {
        var components = URLComponents()
        (components.scheme, components.host, components.path) = ("https", "almanac.example", "/v1/cities")
        components.queryItems = [URLQueryItem(name: "near", value: name)]
        components.percentEncodedQuery = components.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        guard let url = components.url else { throw URLError(.badURL) }
        let (data, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
        return try Self.decoder().decode([City].self, from: data)
    }
}

let almanac = Service("almanac") {
    Model("City", decoding: City.self, decoder: Almanac.decoder)
    Endpoint("cities") { arguments, session in
        try await Almanac(session: session).cities(near: arguments["near"])
    }
}
