import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("nothing is left out when it is the first page") func locationsSkipOnce() async {
    await expect(
        ["request.query": ["request/query/skip"]],
        of: .builder("on-the-map/locations") { arguments in
            let skip: Int? = try arguments["skip"]
            return try OnTheMapAPI.locations(
                limit: arguments["limit"], skip: skip == 0 ? nil : skip, uniqueKey: arguments["uniqueKey"],
                configuration: arguments.configuration)
        })
}
