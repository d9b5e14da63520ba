import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Page {
    let locations: [StudentLocation]
    let unreadable: Int
}

@Test("one bad record fails the whole page") func locationsAllOrNothing() async {
    await expect(
        ["client.threw": ["cases/0/returns", "cases/1/returns"]],
        of: .call("on-the-map/locations") { arguments, transport in
            let reply = try await HTTPReply.receive(
                try arguments.soundLocations, over: transport.send, notHTTP: PinError.invalidServer
            ) { _ in
                .invalidConnection
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
        })
}
