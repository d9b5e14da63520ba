import ContractChecking
import ExampleClients
import Foundation

private struct KeyedPage {
    struct Location {
        let uniqueKey: String?
    }

    let locations: [Location]
    let unreadable: Int
}

/// A key that is a number comes back as text.
let locationsKeysAsText = Plant(
    "a key that is a number comes back as text", in: "on-the-map", call: "locations",
    finds: [
        "client.returns": ["cases/3/returns/properties/locations/items/properties/uniqueKey/const"]
    ]
) { arguments, transport in
    let page = try await OnTheMapClient(configuration: arguments.configuration, transport: transport.send)
        .locations(limit: arguments["limit"], skip: arguments["skip"], uniqueKey: arguments["uniqueKey"])
    return KeyedPage(
        locations: page.locations.map { KeyedPage.Location(uniqueKey: $0.uniqueKey?.description) },
        unreadable: page.unreadable)
}
