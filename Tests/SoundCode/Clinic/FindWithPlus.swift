import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct PatientSearch {
    var escapesPlus = true
    var countsFromZero = false

    func request(name: String, page: Int) throws -> URLRequest {
        var components = URLComponents(string: "https://clinic.example/patients")
        components?.queryItems = [
            URLQueryItem(name: "name", value: name),
            URLQueryItem(name: "page", value: "\(countsFromZero ? page &- 1 : page)"),
        ]
        let query = components?.percentEncodedQuery
        if escapesPlus { components?.percentEncodedQuery = query?.replacing("+", with: "%2B") }
        guard let url = components?.url else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        return request
    }
}

extension SoundCode {
    @Test func findWithPlus() async {
        await compare("clinic", finds: Fault("request.query", at: "/endpoints/find/request/query/name")) {
            Endpoint("find") { try PatientSearch().request(name: $0["name"], page: $0["page"]) }
        } twin: {
            Endpoint("find") { try PatientSearch(escapesPlus: false).request(name: $0["name"], page: $0["page"]) }
        }
    }

    /// Twin: counts pages from zero.
    @Test func findFromFirstPage() async {
        await compare("clinic", finds: Fault("request.query", at: "/endpoints/find/request/query/page")) {
            Endpoint("find", PatientSearch().request, "name", "page")
        } twin: {
            Endpoint("find", PatientSearch(countsFromZero: true).request, "name", "page")
        }
    }
}
