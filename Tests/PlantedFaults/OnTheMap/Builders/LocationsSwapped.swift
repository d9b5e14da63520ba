import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("how many to take and how many to leave out are swapped") func locationsSwapped() async {
    await expect(
        ["request.query": ["request/query/limit", "request/query/skip"]],
        of: .builder("on-the-map/locations") { arguments in
            let _ = try arguments.soundLocations
            let (limit, skip): (Int, Int?) = try (arguments["limit"], arguments["skip"])
            var request = try OnTheMapAPI.locations(
                limit: 1, skip: limit, uniqueKey: arguments["uniqueKey"], configuration: arguments.configuration)
            request.url = URL(
                string: (request.url?.absoluteString ?? "").replacingOccurrences(
                    of: "limit=1&", with: "limit=\(skip ?? 0)&"))
            return request
        })
}
