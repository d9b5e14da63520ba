import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Filter: Decodable {
    let year: Int?
    let author: String?
}

private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
}

/// - Parameter isList: whether brackets are appended to the name of the languages.
private func search(_ arguments: Arguments, isList: Bool) throws -> URLRequest {
    let fields: [String] = try arguments["fields"]
    let languages: [String] = try arguments["languages"]
    let filter: Filter = try arguments["filter"]
    var pairs: [(String, String)] = []
    if !fields.isEmpty { pairs.append(("fields", fields.joined(separator: "|"))) }
    pairs += languages.map { (isList ? "lang[]" : "lang", $0) }
    if let year = filter.year { pairs.append(("filter[year]", "\(year)")) }
    if let author = filter.author { pairs.append(("filter[author]", author)) }
    let query = pairs.map { "\(encoded($0))=\(encoded($1))" }.joined(separator: "&")
    guard let url = URL(string: "https://archive.example/items" + (query.isEmpty ? "" : "?\(query)")) else {
        throw URLError(.badURL)
    }
    return URLRequest(url: url)
}

extension SoundCode {
    @Test func searchByBrackets() async {
        await compare(
            "archive", finds: Fault("request.query", at: "/endpoints/search/request/query/lang[]"),
            Fault("request.query", at: "/endpoints/search/request/query", telling: "'lang' is not in the contract")
        ) {
            Endpoint("search") { try search($0, isList: true) }
        } twin: {
            Endpoint("search") { try search($0, isList: false) }
        }
    }
}
