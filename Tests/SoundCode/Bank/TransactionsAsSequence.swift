import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The pages of a list, loaded one at a time.
private struct TransactionPages: AsyncSequence, AsyncIteratorProtocol {
    struct Page: Decodable {
        struct Item: Decodable { let id: String }

        let items: [Item]
        let next: String?
    }

    let load: @Sendable (URLRequest) async throws -> (Data, URLResponse)
    /// Twin: drops the last page, which has no cursor.
    var dropsLast = false
    private var cursor: String?
    private var isDone = false

    init(dropsLast: Bool = false, load: @escaping @Sendable (URLRequest) async throws -> (Data, URLResponse)) {
        self.load = load
        self.dropsLast = dropsLast
    }

    func makeAsyncIterator() -> Self { self }

    mutating func next() async throws -> Page? {
        if isDone { return nil }
        var components = URLComponents(string: "https://api.bank.example/v1/transactions")
        components?.queryItems = [URLQueryItem(name: "limit", value: "2")]
        if let cursor { components?.queryItems?.append(URLQueryItem(name: "cursor", value: cursor)) }
        guard let url = components?.url else { throw URLError(.badURL) }
        let page = try JSONDecoder().decode(Page.self, from: try await load(URLRequest(url: url)).0)
        cursor = page.next
        isDone = cursor == nil
        return isDone && dropsLast ? nil : page
    }

    func ids() async throws -> [String] {
        var ids: [String] = []
        for try await page in self { ids += page.items.map(\.id) }
        return ids
    }
}

extension SoundCode {
    @Test func transactionsAsSequence() async {
        await compare(
            "bank", finds: Fault("client.returns", at: "/endpoints/allTransactions/cases/0/returns/const")
        ) {
            Endpoint("allTransactions") { try await TransactionPages(load: $1.send).ids() }
        } twin: {
            Endpoint("allTransactions") { try await TransactionPages(dropsLast: true, load: $1.send).ids() }
        }
    }
}
