import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a change is posted") func changedByPOST() async {
    await expect(
        ["request.method": ["request/method"]],
        of: .builder("on-the-map/changeLocation") { arguments in
            var request = try arguments.soundChange
            request.httpMethod = "POST"
            return request
        })
}
