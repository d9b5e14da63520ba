import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct History {
    let perform: @Sendable (URLRequest) async throws -> (Data, URLResponse)
    var field = "Link"

    /// Returns the texts of every page, following the `next` links (RFC 8288).
    func texts() async throws -> [String] {
        var texts: [String] = []
        var next = URL(string: "https://chat.example/history")
        while let url = next {
            let (data, response) = try await perform(URLRequest(url: url))
            texts += try JSONDecoder().decode([String].self, from: data)
            next = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: field).flatMap(Self.next)
        }
        return texts
    }

    private static func next(in header: String) -> URL? {
        header.split(separator: ",").lazy.map { $0.trimmingCharacters(in: .whitespaces) }
            .first { $0.hasSuffix("rel=\"next\"") }
            .flatMap { $0.split(separator: ">").first?.dropFirst() }
            .flatMap { URL(string: String($0)) }
    }
}

extension SoundCode {
    /// Twin: reads the links from the wrong header field.
    @Test func historyByLinks() async {
        await compare(
            "chat", finds: Fault("replay.unplayed", at: "/endpoints/wholeHistory/cases/0"),
            Fault("client.returns", at: "/endpoints/wholeHistory/cases/0/returns/const")
        ) {
            Endpoint("wholeHistory") { try await History(perform: $1.send).texts() }
        } twin: {
            Endpoint("wholeHistory") { try await History(perform: $1.send, field: "X-Next").texts() }
        }
    }
}
