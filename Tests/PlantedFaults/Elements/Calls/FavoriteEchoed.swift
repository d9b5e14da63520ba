import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Sent {
    let favoritedBy: String
    let elementName: String
    let elementSymbol: String
}

/// What was sent is returned, and not what was stored.
let favoriteEchoed = Plant(
    "what was sent is returned, and not what was stored", in: "elements", call: "favorite",
    finds: [
        "client.returns": ["cases/0/returns/required"],
        "faults.returned": ["faults/emptyBody", "faults/malformedBody", "faults/wrongContentType"],
    ]
) { arguments, transport in
    let reply = try await HTTPReply.receive(try arguments.soundFavorite, over: transport.send) { fault -> AppError in
        switch fault {
        case .connection(let code): .networkError(code)
        case .notHTTP: .noResponse
        }
    }
    guard reply.isSuccess else { throw AppError.badStatusCode(reply.status) }
    return Sent(
        favoritedBy: try arguments["favoritedBy"], elementName: try arguments["elementName"],
        elementSymbol: try arguments["elementSymbol"])
}
