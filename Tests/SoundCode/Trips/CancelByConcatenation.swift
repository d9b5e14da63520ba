import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func cancel(_ reference: String, because reason: String?, escaped: (String) -> String?) throws -> URLRequest {
    var address = "https://api.trips.example/v3/bookings/" + reference
    if let reason { address += "?reason=" + (escaped(reason) ?? "") }
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "DELETE"
    return request
}

private func escaped(_ text: String) -> String? {
    var allowed = CharacterSet.urlQueryAllowed
    allowed.remove(charactersIn: "&=+;?/#")
    return text.addingPercentEncoding(withAllowedCharacters: allowed)
}

extension SoundCode {
    /// Twin: encodes a space as a plus and leaves a plus unescaped.
    @Test func cancelByConcatenation() async {
        await compare("trips", finds: Fault("request.query", at: "/endpoints/cancel/request/query/reason")) {
            Endpoint("cancel") { try cancel($0["reference"], because: $0["reason"], escaped: escaped) }
        } twin: {
            Endpoint("cancel") {
                try cancel($0["reference"], because: $0["reason"]) {
                    escaped($0)?.replacingOccurrences(of: "%2B", with: "+")
                }
            }
        }
    }
}
