import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct FlightSearch {
    var origin: String
    var day: Date
    var cabins: [String] = []
    var nonstop = false
    var locale = Locale(identifier: "en-GB")

    /// - Parameter flag: the spelling of a Boolean in the query.
    func urlRequest(flag: (Bool) -> String = { String($0) }) throws -> URLRequest {
        var query = URLComponents()
        query.scheme = "https"
        query.host = "api.trips.example"
        query.path = "/v3/flights"
        query.queryItems =
            [
                URLQueryItem(name: "from", value: origin),
                URLQueryItem(name: "date", value: day.formatted(.iso8601.year().month().day())),
                URLQueryItem(name: "nonstop", value: flag(nonstop)),
            ] + cabins.map { URLQueryItem(name: "cabin", value: $0) }
        guard let url = query.url else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.setValue(locale.identifier(.bcp47), forHTTPHeaderField: "Accept-Language")
        return request
    }
}

extension FlightSearch {
    fileprivate init(_ arguments: Arguments) throws {
        let language: String = try arguments["language"]
        self.init(
            origin: try arguments["origin"], day: try arguments["day"], cabins: try arguments["cabins"],
            nonstop: try arguments["nonstop"], locale: Locale(identifier: language))
    }
}

extension SoundCode {
    /// Twin: writes Booleans as 1 and 0.
    @Test func searchByOptions() async {
        await compare("trips", finds: Fault("request.query", at: "/endpoints/search/request/query/nonstop")) {
            Endpoint("search") { try FlightSearch($0).urlRequest() }
        } twin: {
            Endpoint("search") { try FlightSearch($0).urlRequest { $0 ? "1" : "0" } }
        }
    }
}
