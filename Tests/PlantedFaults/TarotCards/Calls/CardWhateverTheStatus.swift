import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the status is not looked at") func cardWhateverTheStatus() async {
    await expect(
        ["faults.wrong-error": ["faults/status:500", "faults/status:404"]],
        of: .call("tarot-cards/card") { arguments, transport in
            try await TarotClient(
                transport: { request in
                    let (data, response) = try await transport.send(request)
                    guard let url = request.url,
                        let fine = HTTPURLResponse(
                            url: url, statusCode: 200, httpVersion: nil,
                            headerFields: response.allHeaderFields as? [String: String])
                    else { throw URLError(.badServerResponse) }
                    return (data, fine)
                }
            ).card(number: arguments["number"])
        })
}
