import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests the shop understands.
public enum BookshopAPI {
    /// Looks for books by words of their title.
    public static func search(text: String, limit: Int?) throws(BookshopError) -> URLRequest {
        guard !text.isEmpty else { throw .emptySearch }
        var query = "q=\(escaped(text))"
        if let limit { query += "&limit=\(limit)" }
        return try request("/v1/books?\(query)")
    }

    /// Asks for one book.
    public static func book(isbn: String) throws(BookshopError) -> URLRequest {
        guard ISBN.isValid(isbn) else { throw .invalidISBN }
        return try request("/v1/books/\(isbn)")
    }

    /// Orders copies of a book.
    public static func order(isbn: String, copies: Int, token: String) throws(BookshopError) -> URLRequest {
        guard ISBN.isValid(isbn) else { throw .invalidISBN }
        guard (1...20).contains(copies) else { throw .invalidCopies }
        var request = try authorized("/v1/orders", token: token)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"isbn":"\#(isbn)","copies":\#(copies)}"#.utf8)
        return request
    }

    /// Cancels an order.
    public static func cancel(order: String, token: String) throws(BookshopError) -> URLRequest {
        guard !order.isEmpty, order != ".", order != ".." else { throw .noOrder }
        var request = try authorized("/v1/orders/\(escaped(order))", token: token)
        request.httpMethod = "DELETE"
        return request
    }

    private static func authorized(_ path: String, token: String) throws(BookshopError) -> URLRequest {
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .invalidToken }
        var request = try request(path)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }

    private static func request(_ path: String) throws(BookshopError) -> URLRequest {
        guard let url = URL(string: "https://api.bookshop.example" + path) else { throw .unreadable }
        var request = URLRequest(url: url, timeoutInterval: 10)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        return request
    }

    /// Escapes all but the unreserved characters of RFC 3986.
    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
            default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
