import Foundation
import Testing

@testable import ExampleClients

@Test("an image may be of any type") func thumbnailWhateverTheType() async {
    await expect(
        ["faults.wrong-error": ["faults/wrongContentType"]],
        of: .call("elements/thumbnail") { arguments, transport in
            let reply = try await HTTPReply.receive(
                try ElementsAPI.thumbnail(number: arguments.tileNumber), over: transport.send,
                notHTTP: AppError.noResponse
            ) {
                .networkError($0)
            }
            guard reply.isSuccess else { throw AppError.badStatusCode(reply.status) }
            guard !reply.body.isEmpty, reply.body.starts(with: [0xFF, 0xD8]) else {
                throw AppError.decodingError(expected: "an image")
            }
            return reply.body
        })
}
