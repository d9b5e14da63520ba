import ContractChecking
import Foundation

@testable import ExampleClients

/// A media type that is not looked at, since a page is no list.
let elementsWhateverTheType = Plant(
    "a media type that is not looked at, since a page is no list", in: "elements", call: "elements",
    finds: [:]
) { _, transport in
    let fault = AppError.decodingError(expected: "a list of elements")
    let reply = try await HTTPReply.receive(try ElementsAPI.elements(), over: transport.send) { fault -> AppError in
        switch fault {
        case .connection(let code): .networkError(code)
        case .notHTTP: .noResponse
        }
    }
    guard reply.isSuccess else { throw AppError.badStatusCode(reply.status) }
    guard let list = (try? JSONSerialization.jsonObject(with: reply.body)) as? [[String: Any]] else { throw fault }
    return list.compactMap(Element.init(json:))
}
