import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Sent {
    let favoritedBy: String
    let elementName: String
    let elementSymbol: String
}

@Test("what was sent is returned, and not a stored resource") func favoriteEchoed() async {
    await expect(
        [
            "client.returns": ["cases/0/returns/required"],
            "faults.returned": ["faults/emptyBody", "faults/malformedBody", "faults/wrongContentType"],
        ],
        of: .call("elements/favorite") { arguments, transport in
            let reply = try await HTTPReply.receive(
                try arguments.soundFavorite, over: transport.send, notHTTP: AppError.noResponse
            ) {
                .networkError($0)
            }
            guard reply.isSuccess else { throw AppError.badStatusCode(reply.status) }
            return Sent(
                favoritedBy: try arguments["favoritedBy"], elementName: try arguments["elementName"],
                elementSymbol: try arguments["elementSymbol"])
        })
}
