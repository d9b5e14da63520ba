import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("pairs in a different order") func locationsInAnotherOrder() async {
    await expectNothing(
        of: .builder("on-the-map/locations") { arguments in
            var request = try arguments.soundLocations
            request.url = request.url.flatMap { url in
                var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
                let pairs = (components?.percentEncodedQuery ?? "").split(separator: "&")
                components?.percentEncodedQuery = pairs.reversed().joined(separator: "&")
                return components?.url
            }
            return request
        })
}
