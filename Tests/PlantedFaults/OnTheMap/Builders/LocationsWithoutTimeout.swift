import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the timeout is that of another service") func locationsWithoutTimeout() async {
    await expect(
        ["request.timeout": ["request/timeout"]],
        of: .builder("on-the-map/locations") { arguments in
            var request = try arguments.soundLocations
            request.timeoutInterval = 10
            return request
        })
}
