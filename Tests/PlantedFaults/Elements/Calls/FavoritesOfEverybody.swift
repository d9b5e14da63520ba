import Foundation
import Testing

@testable import ExampleClients

@Test("the favourites of everybody are shown") func favoritesOfEverybody() async {
    await expect(
        ["client.returns": ["cases/0/returns/items/properties/favoritedBy/const", "cases/1/returns/const"]],
        of: .call("elements/favorites") { _, transport in
            let fault = AppError.decodingError(expected: "a list of favourites")
            let reply = try await HTTPReply.receive(
                try ElementsAPI.favorites(), over: transport.send, notHTTP: AppError.noResponse
            ) {
                .networkError($0)
            }
            guard reply.isSuccess else { throw AppError.badStatusCode(reply.status) }
            let records = try reply.objects(orThrow: fault)
            return records.compactMap(Favorite.init(json:))
        })
}
