import ContractChecking
import Foundation

@testable import ExampleClients

/// The favourites of everybody are shown.
let favoritesOfEverybody = Plant(
    "the favourites of everybody are shown", in: "elements", call: "favorites",
    finds: [
        "client.returns": ["cases/0/returns/items/properties/favoritedBy/const", "cases/1/returns/const"]
    ]
) { _, transport in
    let fault = AppError.decodingError(expected: "a list of favourites")
    let reply = try await HTTPReply.receive(try ElementsAPI.favorites(), over: transport.send) { fault -> AppError in
        switch fault {
        case .connection(let code): .networkError(code)
        case .notHTTP: .noResponse
        }
    }
    guard reply.isSuccess else { throw AppError.badStatusCode(reply.status) }
    let records = try reply.objects(orThrow: fault)
    return records.compactMap(Favorite.init(json:))
}
