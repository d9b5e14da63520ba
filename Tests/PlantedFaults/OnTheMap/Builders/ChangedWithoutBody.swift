import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the body is forgotten") func changedWithoutBody() async {
    await expect(
        ["request.body": ["request/body"]],
        of: .builder("on-the-map/changeLocation") { arguments in
            var request = try arguments.soundChange
            request.httpBody = nil
            return request
        })
}
