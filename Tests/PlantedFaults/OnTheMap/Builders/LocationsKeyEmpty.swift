import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("an empty key is left out") func locationsKeyEmpty() async {
    await expect(
        ["request.query": ["request/query/uniqueKey"]],
        of: .builder("on-the-map/locations") { arguments in
            let key: String? = try arguments["uniqueKey"]
            return try OnTheMapAPI.locations(
                limit: arguments["limit"], skip: arguments["skip"], uniqueKey: key?.isEmpty == true ? nil : key,
                configuration: arguments.configuration)
        })
}
