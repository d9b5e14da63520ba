import ExampleClients
import Foundation
import Testing

private struct KeyedPage {
    struct Location {
        let uniqueKey: String?
    }

    let locations: [Location]
    let unreadable: Int
}

@Test("a key that is a number comes back as text") func locationsKeysAsText() async {
    await expect(
        ["client.returns": ["cases/3/returns/properties/locations/items/properties/uniqueKey/const"]],
        of: .call("on-the-map/locations") { arguments, transport in
            let page = try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
                .locations(limit: arguments["limit"], skip: arguments["skip"], uniqueKey: arguments["uniqueKey"])
            return KeyedPage(
                locations: page.locations.map { KeyedPage.Location(uniqueKey: $0.uniqueKey?.description) },
                unreadable: page.unreadable)
        })
}
