import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("what is left out is sent as zero") func locationsSkipNone() async {
    await expect(
        ["request.query": ["request/query/skip"]],
        of: .builder("on-the-map/locations") { arguments in
            let _ = try arguments.soundLocations
            return try OnTheMapAPI.locations(
                limit: arguments["limit"], skip: arguments["skip"] ?? 0, uniqueKey: arguments["uniqueKey"],
                configuration: arguments.configuration)
        })
}
