import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum Sync {
    static func request(since date: Date, unit: Double = 1000) throws -> URLRequest {
        guard let number = Int64(exactly: (date.timeIntervalSince1970 * unit).rounded()),
            let url = URL(string: "https://fitness.example/v1/workouts?since=\(number)")
        else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }
}

extension SoundCode {
    /// Twin: sends seconds, as another API expects.
    @Test func sinceInMilliseconds() async {
        await compare("fitness", finds: Fault("request.query", at: "/endpoints/since/request/query/since")) {
            Endpoint("since") { arguments in
                let milliseconds: Int64 = try arguments["milliseconds"]
                return try Sync.request(since: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
            }
        } twin: {
            Endpoint("since") { arguments in
                let milliseconds: Int64 = try arguments["milliseconds"]
                return try Sync.request(since: Date(timeIntervalSince1970: Double(milliseconds) / 1000), unit: 1)
            }
        }
    }
}
