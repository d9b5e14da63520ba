import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The status is not looked at.
let cardWhateverTheStatus = Plant(
    "the status is not looked at", in: "tarot-cards", call: "card",
    finds: [
        "faults.wrong-error": ["faults/status:500", "faults/status:404"]
    ]
) { arguments, transport in
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
}
