import Foundation
import Testing

@testable import ExampleClients

@Test("the status is not looked at") func elementsWhateverTheStatus() async {
    await expect(
        ["faults.wrong-error": ["faults/status:500", "faults/status:404"]],
        of: .call("elements/elements") { _, transport in
            let fault = AppError.decodingError(expected: "a list of elements")
            let reply = try await HTTPReply.receive(
                try ElementsAPI.elements(), over: transport.send, notHTTP: AppError.noResponse
            ) {
                .networkError($0)
            }
            return try reply.objects(orThrow: fault).map { json in
                guard let element = Element(json: json) else { throw fault }
                return element
            }
        })
}
