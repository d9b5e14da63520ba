import Foundation
import Testing

@testable import ExampleClients

@Test("one record of another shape fails the whole list") func favoritesAllOrNothing() async {
    await expect(
        ["client.threw": ["cases/0/returns", "cases/1/returns"]],
        of: .call("elements/favorites") { arguments, transport in
            let fault = AppError.decodingError(expected: "a list of favourites")
            let reply = try await HTTPReply.receive(
                try ElementsAPI.favorites(), over: transport.send, notHTTP: AppError.noResponse
            ) {
                .networkError($0)
            }
            guard reply.isSuccess else { throw AppError.badStatusCode(reply.status) }
            let records = try reply.objects(orThrow: fault)
            let user: String = try arguments["user"]
            return try records.map { json in
                guard let favorite = Favorite(json: json) else { throw fault }
                return favorite
            }.filter { $0.favoritedBy == user }
        })
}
