import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the limit is a constant") func locationsAlwaysHundred() async {
    await expect(
        ["request.query": ["request/query/limit"]],
        of: .builder("on-the-map/locations") { arguments in
            let _ = try arguments.soundLocations
            return try OnTheMapAPI.locations(
                limit: 100, skip: arguments["skip"], uniqueKey: arguments["uniqueKey"],
                configuration: arguments.configuration)
        })
}
