import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the order is the other way round") func locationsOldestFirst() async {
    await expect(
        ["request.query": ["request/query/order"]],
        of: .builder("on-the-map/locations") { arguments in
            var request = try arguments.soundLocations
            request.url = URL(
                string: (request.url?.absoluteString ?? "").replacingOccurrences(
                    of: "order=-updatedAt", with: "order=updatedAt"))
            return request
        })
}
