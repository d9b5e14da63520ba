import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func hotels(near latitude: String, _ longitude: String) throws -> URLRequest {
    guard let url = URL(string: "https://api.trips.example/v3/hotels?near=\(latitude),\(longitude)") else {
        throw URLError(.badURL)
    }
    return URLRequest(url: url)
}

extension SoundCode {
    /// Twin: rounds to four decimal places, about eleven meters.
    @Test func nearbyByCoordinate() async {
        await compare("trips", finds: Fault("request.query", at: "/endpoints/nearby/request/query/near")) {
            Endpoint("nearby") { arguments in
                let (latitude, longitude): (Double, Double) = (
                    try arguments["latitude"], try arguments["longitude"]
                )
                return try hotels(near: "\(latitude)", "\(longitude)")
            }
        } twin: {
            Endpoint("nearby") { arguments in
                let (latitude, longitude): (Double, Double) = (
                    try arguments["latitude"], try arguments["longitude"]
                )
                return try hotels(near: String(format: "%.4f", latitude), String(format: "%.4f", longitude))
            }
        }
    }
}
