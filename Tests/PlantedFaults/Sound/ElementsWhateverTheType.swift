import Foundation
import Testing

@testable import ExampleClients

@Test("a media type that is not looked at, since a page is no list") func elementsWhateverTheType() async {
    await expectNothing(
        of: .call("elements/elements") { _, transport in
            let fault = AppError.decodingError(expected: "a list of elements")
            let reply = try await HTTPReply.receive(
                try ElementsAPI.elements(), over: transport.send, notHTTP: AppError.noResponse
            ) {
                .networkError($0)
            }
            guard reply.isSuccess else { throw AppError.badStatusCode(reply.status) }
            guard let list = (try? JSONSerialization.jsonObject(with: reply.body)) as? [[String: Any]] else {
                throw fault
            }
            return list.compactMap(Element.init(json:))
        })
}
