import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Page {
    let locations: [StudentLocation]
    let unreadable: Int
}

/// One bad record fails the whole page.
let locationsAllOrNothing = Plant(
    "one bad record fails the whole page", in: "on-the-map", call: "locations",
    finds: [
        "client.threw": ["cases/0/returns", "cases/1/returns"]
    ]
) { arguments, transport in
    let reply = try await HTTPReply.receive(try arguments.soundLocations, over: transport.send) { fault -> PinError in
        switch fault {
        case .connection: .invalidConnection
        case .notHTTP: .invalidServer
        }
    }
    if reply.status == 401 { throw PinError.notAuthorized }
    guard reply.isSuccess else { throw PinError.invalidServer }
    guard let records = try reply.object(orThrow: PinError.invalidJson)["results"] as? [[String: Any]] else {
        throw PinError.invalidJson
    }
    let locations = try records.map { json in
        guard let location = StudentLocation(json: json) else { throw PinError.invalidJson }
        return location
    }
    return Page(locations: locations, unreadable: 0)
}
