import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct StatementAPI {
    let session: URLSession
    var zone = TimeZone(identifier: "UTC")

    func request(account: String, from: Date, to: Date) throws -> URLRequest {
        let day = DateFormatter()
        day.locale = Locale(identifier: "en_US_POSIX")
        day.timeZone = zone
        day.dateFormat = "yyyy-MM-dd"
        var components = URLComponents()
        components.scheme = "https"
        components.host = "api.bank.example"
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "/;")
        let segment = account.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        components.percentEncodedPath = "/v1/accounts/\(segment)/statement"
        components.queryItems = [
            URLQueryItem(name: "from", value: day.string(from: from)),
            URLQueryItem(name: "to", value: day.string(from: to)),
        ]
        guard let url = components.url else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.addValue("text/csv", forHTTPHeaderField: "Accept")
        return request
    }

    func lines(account: String, from: Date, to: Date) async throws -> [String] {
        let (data, _) = try await session.data(for: request(account: account, from: from, to: to))
        let text = String(decoding: data, as: UTF8.self)
        return text.split(separator: "\n").dropFirst().map(String.init)
    }
}

extension SoundCode {
    /// Twin: formats UTC midnight in New York, where it is still the day before.
    @Test func statementAsLines() async {
        await compare(
            "bank", finds: Fault("request.query", at: "/endpoints/statement/request/query/from"),
            Fault("request.query", at: "/endpoints/statement/request/query/to"),
            Fault("replay.no-match", at: "/endpoints/statement/cases/0")
        ) {
            Endpoint("statement") { arguments, session in
                try await StatementAPI(session: session).lines(
                    account: arguments["account"], from: arguments["from"], to: arguments["to"])
            }
        } twin: {
            Endpoint("statement") { arguments, session in
                try await StatementAPI(session: session, zone: TimeZone(identifier: "America/New_York")).lines(
                    account: arguments["account"], from: arguments["from"], to: arguments["to"])
            }
        }
    }
}
