import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func title(
    _ arguments: Arguments, _ document: String = "query Title($isbn: ID!) { book(isbn: $isbn) { title } }",
    variable: String = "isbn", more: [(String, String)] = []
) throws -> URLRequest {
    guard var components = URLComponents(string: "https://archive.example/graphql") else { throw URLError(.badURL) }
    let variables = try JSONEncoder().encode([variable: try arguments["isbn"] as String])
    let pairs = [("query", document), ("variables", String(decoding: variables, as: UTF8.self))] + more
    components.percentEncodedQueryItems = pairs.map { name, value in
        URLQueryItem(name: name, value: value.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    }
    guard let url = components.url else { throw URLError(.badURL) }
    return URLRequest(url: url)
}

extension SoundCode {
    @Test func titleByGet() async {
        await compare(
            "archive", finds: Fault("request.query", at: "/endpoints/title/request/graphql/variables/isbn"),
            Fault("request.query", at: "/endpoints/title/request/graphql/variables/id")
        ) {
            Endpoint("title") { try title($0, variable: "isbn") }
        } twin: {
            Endpoint("title") { try title($0, variable: "id") }
        }
    }

    @Test func titleByGetOfAnotherDocument() async {
        await compare("archive", finds: Fault("request.query", at: "/endpoints/title/request/graphql/document")) {
            Endpoint("title") {
                try title($0, "query Title($isbn: ID!) {\n  book(isbn: $isbn,) { title } # only that\n}")
            }
        } twin: {
            Endpoint("title") { try title($0, "query Title($isbn: ID!) { book(isbn: $isbn) { title year } }") }
        }
    }

    /// Servers given two documents may use either.
    @Test func titleByGetOfTwoDocuments() async {
        await compare("archive", finds: Fault("request.query", at: "/endpoints/title/request/graphql")) {
            Endpoint("title") { try title($0) }
        } twin: {
            Endpoint("title") { try title($0, more: [("query", "{ version }")]) }
        }
    }
}
