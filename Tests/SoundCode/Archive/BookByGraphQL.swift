import ContractChecking
import Foundation
import JSONSchema
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Operation: Encodable {
    struct Variables: Encodable {
        let isbn: String
        let first: Int?
    }

    let operationName: String
    let query: String
    let variables: Variables
}

/// - Parameter asksForLoans: whether the document matches the contract's.
private func book(_ arguments: Arguments, asksForLoans: Bool) throws -> URLRequest {
    let document = """
        query Book($isbn: ID!, $first: Int = 10) { book(isbn: $isbn) { title \(asksForLoans ? "...Lent" : "") } }
        fragment Lent on Book {
          loans(first: $first note: "a, b") {
            to
          }
        }
        """
    let operation = Operation(
        operationName: "Book", query: document,
        variables: Operation.Variables(isbn: try arguments["isbn"], first: try arguments["first"]))
    guard let url = URL(string: "https://archive.example/graphql") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(operation)
    return request
}

extension SoundCode {
    @Test func bookByGraphQL() async {
        await compare("archive", finds: Fault("request.body", at: "/endpoints/book/request/graphql/document")) {
            Endpoint("book") { try book($0, asksForLoans: true) }
        } twin: {
            Endpoint("book") { try book($0, asksForLoans: false) }
        }
    }

    /// Interpolates values into the document, so that a quote ends the string early.
    @Test func bookByInterpolation() async {
        let build: @Sendable (Arguments) throws -> URLRequest = { arguments in
            guard let url = URL(string: "https://archive.example/graphql") else { throw URLError(.badURL) }
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            let isbn: String = try arguments["isbn"]
            let query = "query Book { book(isbn: \"\(isbn)\") { title } }"
            request.httpBody = Data(JSON.object(["query": .string(query)]).bytes())
            return request
        }
        await compare(
            "archive", finds: Fault("request.body", at: "/endpoints/book/request/graphql/document"),
            Fault("request.body", at: "/endpoints/book/request/graphql/variables/isbn")
        ) {
            Endpoint("book") { try book($0, asksForLoans: true) }
        } twin: {
            Endpoint("book", build)
        }
    }
}
