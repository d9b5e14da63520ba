import Foundation
import Testing

@testable import ExampleClients

@Test("every status but 200 is a fault of the network") func elementsOfOneStatus() async {
    await expect(
        ["faults.wrong-error": ["faults/status:500", "faults/status:404"]],
        of: .call("elements/elements") { _, transport in
            let fault = AppError.decodingError(expected: "a list of elements")
            let reply = try await HTTPReply.receive(
                try ElementsAPI.elements(), over: transport.send, notHTTP: AppError.noResponse
            ) {
                .networkError($0)
            }
            guard reply.status == 200 else { throw AppError.networkError(.badServerResponse) }
            return try reply.objects(orThrow: fault).compactMap(Element.init(json:))
        })
}
