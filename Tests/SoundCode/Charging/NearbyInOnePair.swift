import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Nearby {
    var coordinate: (Double) -> String = { "\($0)" }

    func request(latitude: Double, longitude: Double, plugs: [String]?) throws -> URLRequest {
        var components = URLComponents()
        components.scheme = "https"
        components.host = "api.charging.example"
        components.path = "/v2/stations/nearby"
        var query = "near=\(coordinate(latitude))%2C\(coordinate(longitude))"
        if let plugs, !plugs.isEmpty { query += "&plugs=" + plugs.joined(separator: ",") }
        components.percentEncodedQuery = query
        guard let url = components.url else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }
}

extension SoundCode {
    /// Twin: rounds the coordinates to two decimal places.
    @Test func nearbyInOnePair() async {
        await compare(
            "charging",
            finds: Fault("request.query", at: "/endpoints/nearby/request/query/near", telling: "are lost; probe: lat"),
            Fault("request.query", at: "/endpoints/nearby/request/query/near", telling: "are lost; probe: lon")
        ) {
            Endpoint("nearby") {
                try Nearby().request(latitude: $0["latitude"], longitude: $0["longitude"], plugs: $0["plugs"])
            }
        } twin: {
            Endpoint("nearby") {
                try Nearby(coordinate: { String(format: "%.2f", $0) }).request(
                    latitude: $0["latitude"], longitude: $0["longitude"], plugs: $0["plugs"])
            }
        }
    }
}
