import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Buys books. It knows nothing of contracts: it is given the function that performs a request.
public struct BookshopClient: Sendable {
    /// Performs a request, as `URLSession.data(for:)` does.
    public typealias Send = @Sendable (URLRequest) async throws -> (Data, URLResponse)

    private let send: Send

    /// Makes a client that performs its requests with a function.
    public init(send: @escaping Send) { self.send = send }

    /// Looks for books by words of their title.
    public func search(text: String, limit: Int? = nil) async throws -> [Book] {
        let data = try await data(for: BookshopAPI.search(text: text, limit: limit), status: 200)
        guard let object = try Self.object(data), let list = object["books"] as? [[String: Any]] else {
            throw BookshopError.unreadable
        }
        return try list.map { json in
            guard let book = Book(json: json) else { throw BookshopError.unreadable }
            return book
        }
    }

    /// Asks for one book.
    public func book(isbn: String) async throws -> Book {
        let data = try await data(for: BookshopAPI.book(isbn: isbn), status: 200)
        guard let book = try Self.object(data).flatMap(Book.init(json:)) else { throw BookshopError.unreadable }
        return book
    }

    /// Orders copies of a book.
    public func order(isbn: String, copies: Int, token: String) async throws -> Order {
        let data = try await data(for: BookshopAPI.order(isbn: isbn, copies: copies, token: token), status: 201)
        do { return try JSONDecoder().decode(Order.self, from: data) } catch { throw BookshopError.unreadable }
    }

    /// Cancels an order.
    public func cancel(order: String, token: String) async throws {
        _ = try await data(for: BookshopAPI.cancel(order: order, token: token), status: 204)
    }

    private func data(for request: URLRequest, status: Int) async throws -> Data {
        let (data, response): (Data, URLResponse)
        do { (data, response) = try await send(request) } catch is URLError { throw BookshopError.offline }
        guard let response = response as? HTTPURLResponse else { throw BookshopError.unreadable }
        switch response.statusCode {
        case status: return data
        case 404: throw BookshopError.notFound
        default: throw BookshopError.failed(status: response.statusCode)
        }
    }

    private static func object(_ data: Data) throws -> [String: Any]? {
        do { return try JSONSerialization.jsonObject(with: data) as? [String: Any] } catch {
            throw BookshopError.unreadable
        }
    }
}
