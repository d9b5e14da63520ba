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

@Test("bad records are dropped and not counted") func locationsDropped() async {
    await expect(
        ["client.returns": ["cases/0/returns/properties/unreadable/minimum"]],
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
            return Page(locations: records.compactMap(StudentLocation.init(json:)), unreadable: 0)
        })
}
